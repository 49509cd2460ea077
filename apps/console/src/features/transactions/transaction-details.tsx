import type { Transaction } from '@florin/client';
import { ActionIcon, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { useCan } from '../../api/permissions.js';
import { useApi } from '../../api/use-api.js';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { Reference, ResourceLink } from '../../common/resource-link.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { ReferenceDialog } from './reference.dialog.js';
import { TRANSACTION_TEXTS } from './texts.js';

export function TransactionDetails({ transaction }: { readonly transaction: Transaction }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const can = useCan();
  const { id, account_id, refund_of, transfer_id, refund_id, failure_reason } = transaction;
  const { created_at, ended_at, updated_at } = transaction;
  const linked = (linkedId: string | null) => linkedId !== null && <ResourceLink id={linkedId} />;
  return (
    <DetailList
      details={[
        { label: common.id, value: <CopyText value={id} label={common.id} /> },
        can('accounts.get') && { label: texts.account, value: <ResourceLink id={account_id} /> },
        { label: common.reference, value: <EditableReference transaction={transaction} /> },
        refund_of !== null && { label: texts.refundOf, value: linked(refund_of) },
        transfer_id !== null && { label: texts.transfer, value: linked(transfer_id) },
        refund_id !== null && {
          label: texts.refundOfPayment,
          value: <RefundedPayment refundId={refund_id} />,
        },
        { label: texts.failureReason, value: failure_reason },
        { label: common.created, value: <TimeText value={created_at} /> },
        ended_at !== null && { label: texts.ended, value: <TimeText value={ended_at} /> },
        { label: texts.updated, value: <TimeText value={updated_at} /> },
      ]}
    />
  );
}

function EditableReference({ transaction: { id, reference } }: { readonly transaction: Transaction }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const can = useCan();
  const [isEditing, dialog] = useDisclosure();
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <span>{reference === null ? '–' : <Reference reference={reference} />}</span>
      {can('transactions.update') && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={texts.editReference}
          onClick={dialog.open}
        >
          <IconPencil size={14} />
        </ActionIcon>
      )}
      <ReferenceDialog
        transactionId={id}
        reference={reference ?? ''}
        isOpen={isEditing}
        onClose={dialog.close}
      />
    </Group>
  );
}

function RefundedPayment({ refundId }: { readonly refundId: string }) {
  const can = useCan();
  const refund = useApi(['refunds', refundId], (florin, signal) => florin.refunds.get(refundId, { signal }), {
    enabled: can('refunds.get'),
  });
  return <ResourceLink id={refund.data?.payment_id ?? refundId} />;
}
