import { newIdempotencyKey, type CreateTransaction } from '@florin/client';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountScope } from '../../api/account-scope.js';
import { MONEY_RESOURCES } from '../../api/money-resources.js';
import { useAccount } from '../../api/use-account.js';
import { useChange } from '../../api/use-api.js';
import { Dialog } from '../../common/dialog.js';
import { FormError } from '../../common/form-error.js';
import { useFormats } from '../../common/formats.js';
import { useLinkSearch } from '../../common/links.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';
import { NO_DRAFT, requestOf, type TransactionDraft } from './transaction-draft.js';
import { TransactionFields } from './transaction-fields.js';

/** The payment that is refunded. */
export interface RefundedPayment {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  /** A decimal text. */
  readonly left: string;
}

interface CreateTransactionDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly refunded?: RefundedPayment;
}

/** A new transaction of the account in scope, or the refund of a payment. */
export function CreateTransactionDialog({ isOpen, onClose, refunded }: CreateTransactionDialogProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={refunded ? texts.refundTitle : texts.createTitle}
      size="lg"
    >
      <TransactionForm onClose={onClose} {...(refunded && { refunded })} />
    </Dialog>
  );
}

function TransactionForm({ onClose, refunded }: Omit<CreateTransactionDialogProps, 'isOpen'>) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { accountId = '' } = useAccountScope();
  const { data: account } = useAccount();
  const owner = refunded ?? { accountId, currency: account?.settings.currency ?? '' };
  const [draft, setDraft] = useState<TransactionDraft>(
    refunded ? { ...NO_DRAFT, type: 'refund', refundOf: refunded.id, amount: refunded.left } : NO_DRAFT,
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const create = useCreate();
  const check = useChange((florin, body: CreateTransaction) => florin.transactions.dryRun(body), {
    changes: [],
    isErrorShown: true,
  });
  const send = (action: { mutate: (body: CreateTransaction) => void }): void => {
    const body = requestOf(draft, owner);
    setSubmitted(true);
    check.reset();
    create.reset();
    if (body !== undefined) action.mutate(body);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(create);
      }}
    >
      <Stack>
        <TransactionFields
          draft={draft}
          currency={owner.currency}
          isRefund={refunded !== undefined}
          isAmountMissing={isSubmitted && requestOf(draft, owner) === undefined}
          onChange={(changes) => {
            setDraft({ ...draft, ...changes });
            check.reset();
          }}
        />
        <FormError error={create.error ?? check.error} />
        {check.data && <CheckedBalance balance={check.data.balance} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <CheckButton
            isPending={check.isPending}
            onCheck={() => {
              send(check);
            }}
          />
          <Button type="submit" loading={create.isPending} disabled={owner.currency === ''}>
            {refunded ? texts.refund : common.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CheckButton({ isPending, onCheck }: { readonly isPending: boolean; readonly onCheck: () => void }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  return (
    <Button variant="default" loading={isPending} onClick={onCheck}>
      {texts.check}
    </Button>
  );
}

/** Leads to the new transaction. */
function useCreate() {
  const texts = useTexts(TRANSACTION_TEXTS);
  const navigate = useNavigate();
  const linkSearch = useLinkSearch();
  const [idempotencyKey] = useState(newIdempotencyKey);
  return useChange(
    (florin, body: CreateTransaction) => florin.transactions.create(body, { idempotencyKey }),
    {
      changes: MONEY_RESOURCES,
      done: texts.created,
      onDone: ({ id }) => void navigate({ to: `/transactions/${id}`, search: linkSearch }),
      isErrorShown: true,
    },
  );
}

interface Balance {
  readonly currency: string;
  readonly available: number;
  readonly held: number;
  readonly incoming: number;
}

function CheckedBalance({ balance }: { readonly balance: Balance | null }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const { balanceAfter } = useTexts(COMMON_TEXTS);
  const { money } = useFormats();
  return (
    <Alert color="teal" role="status" title={texts.checked}>
      {balance &&
        balanceAfter(
          money(balance.available, balance.currency),
          money(balance.held, balance.currency),
          money(balance.incoming, balance.currency),
        )}
    </Alert>
  );
}
