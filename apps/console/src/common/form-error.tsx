import { Alert } from '@mantine/core';
import { messageOf } from '../api/query-client.js';

/** Why a form could not be sent, in the words of the API. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {messageOf(error)}
    </Alert>
  );
}
