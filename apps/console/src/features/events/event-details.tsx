import type { Event } from '@florin/client';
import { Stack } from '@mantine/core';
import { useAccount } from '../../api/use-account.js';
import { Actor } from '../../common/actor.js';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { JsonView } from '../../common/json-view.js';
import { MoneyText } from '../../common/money-text.js';
import { ResourceLink } from '../../common/resource-link.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { EVENT_TEXTS } from './texts.js';

export function EventDetails({ event }: { readonly event: Event }) {
  const texts = useTexts(EVENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const currency = useAccount().data?.settings.currency;
  const { id, subject_id, actor, hash, balance, erased_at } = event;
  const money = (label: string, amount: number | undefined) =>
    amount !== undefined &&
    currency !== undefined && { label, value: <MoneyText amount={amount} currency={currency} /> };
  return (
    <Stack gap="sm" pb="sm">
      <DetailList
        details={[
          { label: common.id, value: <CopyText value={id} label={common.id} /> },
          { label: texts.subject, value: <ResourceLink id={subject_id} /> },
          { label: texts.actor, value: actor !== null && <Actor actor={actor} /> },
          money(texts.available, balance?.available),
          money(texts.held, balance?.held),
          money(texts.incoming, balance?.incoming),
          {
            label: texts.hash,
            value: hash === null ? texts.notChained : <CopyText value={hash} label={texts.hash} />,
          },
          erased_at !== undefined && { label: texts.erased, value: <TimeText value={erased_at} /> },
        ]}
      />
      <JsonView label={texts.json} value={event} />
    </Stack>
  );
}
