import type { PaymentList, TransactionList } from '@florin/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../api/use-api.js';

const REFETCH_MS = 30_000;
const FEW = 5;

export const useRecentTransactions = (): UseQueryResult<TransactionList> =>
  useApi(
    ['transactions', 'recent'],
    (florin, signal) => florin.transactions.page({ limit: FEW }, { signal }),
    { refetchMs: REFETCH_MS },
  );

export const useOpenPayments = (): UseQueryResult<PaymentList> =>
  useApi(
    ['payments', 'open'],
    (florin, signal) => florin.payments.page({ status: 'pending', limit: FEW }, { signal }),
    { refetchMs: REFETCH_MS },
  );

export const useBalance = () =>
  useApi(['balance'], (florin, signal) => florin.account.balance({ signal }), { refetchMs: REFETCH_MS });
