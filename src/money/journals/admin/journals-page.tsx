import { useState } from 'react';
import * as z from 'zod/mini';
import { apiResponse } from '#kit/client/api.ts';
import { useDownload } from '#kit/client/download/use-download.tsx';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { type Software, softwareLabels, softwares } from '#money/journals/journal.ts';
import {
  type JournalCode,
  JournalCodes,
  type KeptJournalCodes,
} from '#money/journals/journal-codes.ts';
import { ledgerAccounts } from '#money/ledger/accounts.ts';
import { JournalForm } from './journal-form.tsx';

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
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/journals/codes/:software', { params: { software } }),
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

const day = z.union([z.literal(''), serviceDay()], '日付を確認してください。');
const Days = z.object({ from: day, to: day });
type Days = z.infer<typeof Days>;

/** Downloads every posting as JSON Lines, and the schema of a line. */
function LedgerDownload() {
  const form = useForm({ schema: Days, initial: { from: '', to: '' } });
  const saving = useDownload(
    (query: Days, signal) =>
      apiResponse(addressOf('GET /api/office/ledger/export.jsonl', { query }), { signal }),
    {
      ...{ fileName: 'ledger.jsonl', form },
      onDone: () => showToast('すべての記帳を保存しました。'),
    },
  );
  const schema = useDownload(
    (_: undefined, signal) =>
      apiResponse(addressOf('GET /api/office/ledger/export.schema.json'), { signal }),
    { fileName: 'export.schema.json' },
  );
  return (
    <Form form={form} onSubmit={form.submit(saving.send)} className="grid gap-4">
      <p className="max-w-narrow text-sm text-ink-2">
        1行に1件の記帳を、JSONで書き出します。最後の行は件数と合計です。最後の行がないファイルは、途中で切れています。
      </p>
      <ErrorSummary form={form} />
      <div className="grid gap-4 narrow:grid-cols-2">
        <TextField form={form} path="from" label="この日から" type="date" optional />
        <TextField form={form} path="to" label="この日まで" type="date" optional />
      </div>
      {saving.progress}
      <SubmitError message={saving.message ?? schema.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={saving.isPending}>
          すべての記帳を書き出す
        </Button>
        <Button
          variant="outline"
          size="small"
          isBusy={schema.isPending}
          onClick={() => schema.send(undefined)}
        >
          行の形（スキーマ）を保存する
        </Button>
      </div>
    </Form>
  );
}

const inWords = ({ accountName, subAccountName, taxCode }: JournalCode) =>
  [accountName, subAccountName, taxCode].filter((part) => part !== '').join('／');

/** The code of each ledger account in an accounting program; on a conflict the second editor sees both versions. */
export function CodesForm({
  software,
  kept,
  onSaved,
}: {
  software: Software;
  kept: KeptJournalCodes;
  onSaved: () => void;
}) {
  const form = useForm({ schema: JournalCodes, initial: { codes: kept.codes } });
  const [newer, setNewer] = useState<KeptJournalCodes>();
  const saving = useSubmission(
    (body: JournalCodes) =>
      send('POST /api/office/journals/codes/:software', {
        params: { software },
        body,
        ifMatch: `"${(newer ?? kept).version}"`,
      }),
    {
      form,
      onDone() {
        showToast('科目と税区分を保存しました。次の書き出しから使います。');
        onSaved();
      },
    },
  );
  async function save(codes: JournalCodes) {
    const outcome = await saving.send(codes);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const stored = send('GET /api/office/journals/codes/:software', { params: { software } });
    setNewer(await stored.catch(() => undefined));
  }
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={form.values.codes.map((code, index) => ({
            label: ledgerAccounts[code.accountCode].name,
            mine: inWords(code),
            stored: inWords(newer.codes[index] ?? code),
          }))}
          isPending={saving.isPending}
          onKeepStored={onSaved}
        />
      )}
      {kept.codes.map(({ accountCode }, index) => (
        <fieldset key={accountCode} className="border-t border-dashed border-line pt-3">
          <legend className="pr-3 text-sm font-bold">{ledgerAccounts[accountCode].name}</legend>
          <div className="grid gap-3 narrow:grid-cols-3">
            <TextField
              form={form}
              path={`codes.${index}.accountName`}
              label="勘定科目"
              required
              maxLength={24}
            />
            <TextField
              form={form}
              path={`codes.${index}.subAccountName`}
              label="補助科目"
              optional
              maxLength={24}
            />
            <TextField
              form={form}
              path={`codes.${index}.taxCode`}
              label="税区分"
              required
              maxLength={24}
            />
          </div>
        </fieldset>
      ))}
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <p>
          <Button type="submit" isBusy={saving.isPending}>
            保存する
          </Button>
        </p>
      )}
    </Form>
  );
}
