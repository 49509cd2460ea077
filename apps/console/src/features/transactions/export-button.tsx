import type { Florin } from '@florin/client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAccountScope } from '../../api/account-scope.js';
import { messageOf } from '../../api/query-client.js';
import { download } from '../../common/download.js';
import { useFormats } from '../../common/formats.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';
import { transactionCsv } from './transaction-csv.js';
import { type TransactionScope, type TransactionSearch, useTransactionQuery } from './transaction-query.js';

const MAX_ROWS = 10_000;
const PAGE_ROWS = 100;

type Rows = Awaited<ReturnType<Florin['transactions']['page']>>['data'];

/** Downloads what the filters match as CSV. The API has no such file, so the pages are read one by one. */
export function ExportButton({ search, scope }: { search: TransactionSearch; scope: TransactionScope }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const { number } = useFormats();
  const { florin, service } = useAccountScope();
  const { starting_after: _after, ending_before: _before, ...filters } = search;
  const { query, isReady } = useTransactionQuery(filters);
  const [count, setCount] = useState<number>();
  const closeButtonProps = { 'aria-label': useTexts(COMMON_TEXTS).close };
  const abort = useRef(new AbortController());
  useEffect(() => {
    abort.current = new AbortController();
    return () => {
      abort.current.abort();
    };
  }, []);

  const run = async (): Promise<void> => {
    const rows: Rows = [];
    const client = scope === 'service' ? service : florin;
    const list = client.transactions.list({ ...query, limit: PAGE_ROWS }, { signal: abort.current.signal });
    for await (const row of list) {
      if (rows.length === MAX_ROWS) {
        notifications.show({
          message: texts.exportLimited(number(MAX_ROWS)),
          color: 'yellow',
          autoClose: 10_000,
          closeButtonProps,
        });
        break;
      }
      if (rows.push(row) % PAGE_ROWS === 0) setCount(rows.length);
    }
    download('transactions.csv', new Blob([transactionCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  };

  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} />}
      disabled={!isReady || count !== undefined}
      onClick={() => {
        setCount(0);
        run()
          .catch((error: unknown) => {
            if (!abort.current.signal.aborted)
              notifications.show({ message: messageOf(error), color: 'red', closeButtonProps });
          })
          .finally(() => {
            setCount(undefined);
          });
      }}
    >
      {count === undefined ? texts.export : texts.exporting(number(count))}
    </Button>
  );
}
