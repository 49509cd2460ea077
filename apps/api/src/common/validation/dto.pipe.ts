import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { type DtoClass, fieldsOf } from '../decorators/field.js';
import { NoBody, NoQuery } from './no-fields.dto.js';
import { parseDto } from './parse-dto.js';

/** Turns bodies and queries into the DTO a handler names. What is declared without one passes as it is. */
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    // No body is an empty one: the fields that are required will say so.
    return isDto(metatype) ? parseDto(metatype, value ?? {}) : value;
  }
}

const isDto = (metatype: unknown): metatype is DtoClass =>
  typeof metatype === 'function' &&
  (metatype === NoQuery || metatype === NoBody || fieldsOf(metatype as DtoClass).size > 0);
