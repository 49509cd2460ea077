import type { Florin } from '@florin/client';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useChange } from '../../api/use-api.js';
import { download } from '../../common/download.js';
import { useFormats } from '../../common/formats.js';
import { useTexts } from '../../i18n/language.js';
import type { Period } from './period.js';
import { STATEMENT_TEXTS } from './texts.js';

/** The API's limit. A CSV file can be of any length. */
const MAX_PDF_LINES = 10_000;

type FileFormat = 'csv' | 'pdf';

interface StatementDownloadProps {
  readonly period: Period;
  readonly lines: number;
}

export function StatementDownload({ period, lines }: StatementDownloadProps) {
  const texts = useTexts(STATEMENT_TEXTS);
  const { number } = useFormats();
  const reading = useChange(
    async (florin, format: FileFormat) => {
      const name = ['statement', period.from, period.to].filter((part) => part !== undefined).join('_');
      return { name: `${name}.${format}`, content: await readFile(florin, format, period) };
    },
    {
      changes: [],
      done: ({ name }) => texts.downloaded(name),
      onDone: ({ name, content }) => {
        download(name, content);
      },
    },
  );
  const isTooLong = lines > MAX_PDF_LINES;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={reading.isPending}>
          {texts.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={16} />}
          onClick={() => {
            reading.mutate('csv');
          }}
        >
          {texts.csv}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileTypePdf size={16} />}
          disabled={isTooLong}
          onClick={() => {
            reading.mutate('pdf');
          }}
        >
          {isTooLong ? texts.pdfLimit(number(MAX_PDF_LINES)) : texts.pdf}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function readFile(florin: Florin, format: FileFormat, period: Period): Promise<Blob> {
  if (format === 'pdf') return florin.account.statementPdf(period);
  const stream = await florin.account.statementCsv(period);
  return new Response(stream, { headers: { 'content-type': 'text/csv' } }).blob();
}
