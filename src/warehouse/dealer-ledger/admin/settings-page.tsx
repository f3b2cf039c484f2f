import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { type RecordMode, recordModeLabels, recordModes } from '#warehouse/dealer-ledger/duty.ts';
import {
  type KeptLedgerSettings,
  LedgerSettings,
} from '#warehouse/dealer-ledger/ledger-settings.ts';

export const meta = () => [
  { title: '古物台帳の設定｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const choicesOf = (modes: readonly RecordMode[]) =>
  modes.map((value) => ({
    value,
    label: recordModeLabels[value].label,
    note: recordModeLabels[value].description,
  }));
const labelOf = (mode: RecordMode | '') => (mode === '' ? '' : recordModeLabels[mode].label);

/** Which purchases are recorded in the dealer's ledger. */
export default function LedgerSettingsPage() {
  const { value, problem, reload } = useQuery(addressOf('GET /api/office/settings/dealer-ledger'));
  return (
    <>
      <BackLink list={{ path: '/admin/dealer-ledger', label: '古物台帳の一覧' }} />
      <PageHead title="古物台帳の設定" />
      <div className="grid max-w-narrow gap-4">
        <Notice title="ご利用の前に、弁護士などの専門家にご確認ください">
          お品物の寄付が古物営業法の「買受け」にあたるかは、お預かりのしかたで変わります。はじめは、買い取って寄付する基金を慎重に記録する設定です。
        </Notice>
        <Panel label="記録のしかた">
          {problem ? (
            <LoadFailure message={problem.message} onRetry={reload} />
          ) : !value ? (
            <Skeleton lines={6} />
          ) : (
            <SettingsForm key={value.version} kept={value} onSaved={reload} />
          )}
        </Panel>
      </div>
    </>
  );
}

function SettingsForm({ kept, onSaved }: { kept: KeptLedgerSettings; onSaved: () => void }) {
  const form = useForm({ schema: LedgerSettings, initial: kept.settings });
  const [newer, setNewer] = useState<KeptLedgerSettings>();
  const saving = useSubmission(
    (body: LedgerSettings) =>
      send('POST /api/office/settings/dealer-ledger', {
        body,
        ifMatch: `"${(newer ?? kept).version}"`,
      }),
    {
      form,
      onDone() {
        showToast('設定を保存しました。これから書く行に使います。');
        onSaved();
      },
    },
  );
  async function save(settings: LedgerSettings) {
    const outcome = await saving.send(settings);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await send('GET /api/office/settings/dealer-ledger').catch(() => undefined));
  }
  const { fund, direct } = form.values;
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-5">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={[
            { label: '基金', mine: labelOf(fund), stored: labelOf(newer.settings.fund) },
            { label: '団体', mine: labelOf(direct), stored: labelOf(newer.settings.direct) },
          ]}
          isPending={saving.isPending}
          onKeepStored={onSaved}
        />
      )}
      <RadioCards
        form={form}
        path="fund"
        label="基金へのお申し込み（買取）"
        choices={choicesOf(recordModes)}
        columns={2}
      />
      <RadioCards
        form={form}
        path="direct"
        label="団体へのお申し込み（お品物の寄付）"
        help="生年月日とご職業を伺っていないため、そろっていることを求める設定は選べません。"
        choices={choicesOf(['complete', 'off'])}
        columns={2}
      />
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
