import type { ServiceHealth } from '@florin/client';
import { Code, Table, Text } from '@mantine/core';
import { useFormats } from '../../../common/formats.js';
import { Section } from '../../../common/section.js';
import { TimeText } from '../../../common/time-text.js';
import { useTexts } from '../../../i18n/language.js';
import { State } from './health-sections.js';
import { HEALTH_TEXTS } from './texts.js';

export function JobsTable({ jobs }: Pick<ServiceHealth, 'jobs'>) {
  const texts = useTexts(HEALTH_TEXTS);
  if (jobs.length === 0)
    return (
      <Section title={texts.jobs} actions={<State text={texts.noJobs} color="gray" />}>
        <Text size="sm" c="dimmed">
          {texts.noJobsHint}
        </Text>
      </Section>
    );
  return (
    <Section title={texts.jobs}>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing="xs" aria-label={texts.jobs}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.job}</Table.Th>
              <Table.Th ta="right">{texts.interval}</Table.Th>
              <Table.Th>{texts.lastRun}</Table.Th>
              <Table.Th>{texts.lastSuccess}</Table.Th>
              <Table.Th>{texts.lastFailure}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {jobs.map((job) => (
              <JobRow key={job.name} job={job} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function JobRow({ job }: { readonly job: ServiceHealth['jobs'][number] }) {
  const texts = useTexts(HEALTH_TEXTS);
  const { number } = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <Code>{job.name}</Code>
      </Table.Td>
      <Table.Td ta="right">{texts.seconds(number(job.every_seconds))}</Table.Td>
      <Table.Td>
        <TimeText value={job.last_run_at} />
      </Table.Td>
      <Table.Td>
        <TimeText value={job.last_success_at} />
      </Table.Td>
      <Table.Td>
        <TimeText value={job.last_failure_at} />
      </Table.Td>
      <Table.Td ta="right">
        <State text={job.is_late ? texts.late : texts.onTime} color={job.is_late ? 'red' : 'teal'} />
      </Table.Td>
    </Table.Tr>
  );
}
