import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { type DtoClass, fieldsOf } from './field.js';
import { parseDto } from './parse-dto.js';

/** Turns bodies and queries into the DTO a handler names. What is declared without one passes as it is. */
export class DtoPipe implements PipeTransform {
  private readonly known = new Map<unknown, boolean>();

  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || data !== undefined || !this.isDto(metatype)) return value;
    // No body is an empty one: the fields that are required will say so.
    return parseDto(metatype, value ?? {});
  }

  private isDto(metatype: unknown): metatype is DtoClass {
    let isDto = this.known.get(metatype);
    if (isDto === undefined) {
      isDto = typeof metatype === 'function' && fieldsOf(metatype as DtoClass).size > 0;
      this.known.set(metatype, isDto);
    }
    return isDto;
  }
}
