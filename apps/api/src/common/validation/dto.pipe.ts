import {
  type ArgumentMetadata,
  Body as NestBody,
  type PipeTransform,
  Query as NestQuery,
} from '@nestjs/common';
import { type DtoClass, fieldsOf } from '../decorators/field.js';
import { parseDto } from './parse-dto.js';

/** Turns bodies and queries into the DTO a handler names. What is declared without one passes as it is. */
class DtoPipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    // No body is an empty one: the fields that are required will say so.
    return isDto(metatype) ? parseDto(metatype, value ?? {}) : value;
  }
}

const isDto = (metatype: unknown): metatype is DtoClass =>
  typeof metatype === 'function' && fieldsOf(metatype as DtoClass).size > 0;

// Nest's own decorators with the pipe in them, and the only ones that may be used. As a global pipe it would also be
// asked about every id in a path, which it has nothing to say about, and Nest makes seven promises to ask.
const pipe = new DtoPipe();
export const Body = (): ParameterDecorator => NestBody(pipe);
export const Query = (): ParameterDecorator => NestQuery(pipe);
