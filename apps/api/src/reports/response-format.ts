import Negotiator from 'negotiator';
import { ApiError } from '../common/errors/api-error.js';

export const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv', pdf: 'application/pdf' } as const;

export type ResponseFormat = keyof typeof MEDIA_TYPES;

/** `?format=`, else the media type that `Accept` prefers. JSON if it accepts none of them, like all other operations. */
export function responseFormatOf<Format extends ResponseFormat>(
  formats: readonly Format[],
  format: Format | undefined,
  accept: string | undefined,
): Format | 'json' {
  if (format !== undefined) return format;
  const headers = accept === undefined ? {} : { accept };
  const preferred = new Negotiator({ headers }).mediaType(formats.map((one) => MEDIA_TYPES[one]));
  return formats.find((one) => MEDIA_TYPES[one] === preferred) ?? 'json';
}

const PAGE_PARAMETERS = ['limit', 'starting_after', 'ending_before'] as const;

/** A file has all lines, so page parameters are rejected instead of ignored. */
export function rejectPageParameters(query: object, format: ResponseFormat): void {
  const sent = PAGE_PARAMETERS.find((name) => name in query);
  if (sent !== undefined)
    throw new ApiError('invalid_request', `${sent} cannot be combined with the format ${format}.`);
}
