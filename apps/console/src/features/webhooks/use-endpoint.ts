import type { WebhookEndpoint } from '@florin/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../api/use-api.js';

export const useEndpoint = (id: string): UseQueryResult<WebhookEndpoint> =>
  useApi(['webhook_endpoints', id], (florin) => florin.webhookEndpoints.get(id));
