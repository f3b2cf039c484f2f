import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { type Software, softwareLabels, softwares } from '#money/journals/journal.ts';
import type { KeptJournalCodes } from '#money/journals/journal-codes.ts';
import { CodesForm } from './codes-form.tsx';
import { JournalForm } from './journal-form.tsx';
import { LedgerDownload } from './ledger-download.tsx';

export const meta = () => [
  { title: '仕訳の書き出し｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Journals for the accountant's program, its account codes, and every posting for auditors. */
export default function JournalsPage() {
  return (
    <>
      <PageHead title="仕訳の書き出し" />
      <div className="grid gap-4">
        <Panel title="会計ソフトに取り込む仕訳">
          <JournalForm />
        </Panel>
        <Codes />
        <Panel title="すべての記帳（監査用）">
          <LedgerDownload />
        </Panel>
      </div>
    </>
  );
}

function Codes() {
  const [software, setSoftware] = useState<Software>('yayoi');
  const { value, problem, reload } = useQuery<KeptJournalCodes>(
    `/api/office/journals/codes/${software}`,
  );
  return (
    <Panel title="会計ソフトでの科目と税区分">
      <p className="mb-3 max-w-narrow text-sm text-ink-2">
        税区分は、はじめはすべて「対象外」です。取り込む前に、税理士など専門の方とお決めください。補助科目に「
        {'{団体名}'}」と書くと、団体や基金の名前が入ります。
      </p>
      <label className="mb-4 block max-w-96 text-sm font-bold">
        会計ソフト
        <select
          className="control mt-1 block w-full"
          value={software}
          onChange={(event) =>
            setSoftware(softwares.find((one) => one === event.currentTarget.value) ?? 'yayoi')
          }
        >
          {softwares.map((one) => (
            <option key={one} value={one}>
              {softwareLabels[one]}
            </option>
          ))}
        </select>
      </label>
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={8} />
      ) : (
        <CodesForm
          key={`${software} ${value.version}`}
          software={software}
          kept={value}
          onSaved={reload}
        />
      )}
    </Panel>
  );
}
