import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { bankLayoutKeys, bankLayouts } from '#money/remittances/bank-layouts.ts';
import { TransferSettings } from '#money/remittances/run.ts';
import { useSession } from '#people/session/session.ts';

export const meta = () => [
  { title: '振込の設定｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** How files for the bank are written. */
export default function TransferSettingsPage() {
  const { value, problem, reload, change } = useQuery(addressOf('GET /api/office/money-settings'));
  const { role } = useSession();
  return (
    <>
      <BackLink list={{ path: '/admin/remittances', label: '送金の一覧' }} />
      <PageHead title="振込の設定" />
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        銀行に渡す総合振込のファイルの書き方です。ファイルを作成したあとで変えたときは、ファイルを作り直してください。
      </p>
      <Panel label="振込の設定">
        {value ? (
          <SettingsForm
            key={value.version}
            stored={value}
            mayChange={may(role, 'remittances.manage')}
            onSaved={change}
          />
        ) : problem ? (
          <LoadFailure message={problem.message} onRetry={reload} />
        ) : (
          <Skeleton lines={8} label="振込の設定を読み込んでいます" />
        )}
      </Panel>
    </>
  );
}

export type StoredSettings = TransferSettings & { version: number };

const lineEnds = [
  { value: 'crlf', label: '改行あり', note: 'ふつうはこちら' },
  { value: 'none', label: '改行なし', note: '120文字ずつ続けて書く' },
];
const layouts = bankLayoutKeys.map((value) => ({
  value,
  label: bankLayouts[value].label,
  ...(!bankLayouts[value].isConfirmed && { note: '銀行の資料を未確認。一般の形式で書きます。' }),
}));
const transferKinds = [
  { value: '7', label: 'テレ振込（7）', note: 'ふつうはこちら' },
  { value: '0', label: '指定なし（0）', note: '銀行の指定があるとき' },
];
const labels: Record<keyof TransferSettings, string> = {
  consignorCode: '委託者コード',
  consignorName: '委託者名',
  layout: '銀行の形式',
  lineEnds: '改行',
  transferKind: '振込指定区分',
};
const shown = (field: keyof TransferSettings, { [field]: value }: TransferSettings): string =>
  [...layouts, ...lineEnds, ...transferKinds].find((choice) => choice.value === value)?.label ??
  value;

const withoutVersion = ({ version: _version, ...settings }: StoredSettings): TransferSettings =>
  settings;

/** Edits how files are written; what a colleague saved meanwhile is shown beside it. */
export function SettingsForm({
  stored,
  mayChange,
  onSaved,
}: {
  stored: StoredSettings;
  mayChange: boolean;
  onSaved: (settings: StoredSettings) => void;
}) {
  const form = useForm({
    schema: TransferSettings,
    initial: withoutVersion(stored),
    onInvalid: showMessage,
  });
  const [newer, setNewer] = useState<StoredSettings>();
  const saving = useSubmission(
    (settings: TransferSettings) =>
      send('PUT /api/office/money-settings', {
        body: { ...settings, version: (newer ?? stored).version },
      }),
    {
      form,
      onDone(saved) {
        showToast('振込の設定を保存しました。');
        onSaved(saved);
      },
    },
  );
  async function save(settings: TransferSettings) {
    const outcome = await saving.send(settings);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await send('GET /api/office/money-settings').catch(() => undefined));
  }
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid max-w-narrow gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={(Object.keys(labels) as (keyof TransferSettings)[]).map((field) => ({
            label: labels[field],
            mine: shown(field, form.values),
            stored: shown(field, newer),
          }))}
          isPending={saving.isPending}
          onKeepStored={() => onSaved(newer)}
        />
      )}
      <TextField
        form={form}
        path="consignorCode"
        label={labels.consignorCode}
        required
        inputMode="numeric"
        maxLength={10}
        help="総合振込の契約のときに、銀行から通知された10桁の数字です。"
      />
      <TextField
        form={form}
        path="consignorName"
        label={labels.consignorName}
        required
        maxLength={100}
        help="銀行に届け出た名義です。ファイルには、半角カナで書き出します。"
      />
      <RadioCards
        form={form}
        path="layout"
        label={labels.layout}
        choices={layouts}
        columns={2}
        help="ファイルを渡す銀行です。はじめてのときは、銀行の試験用の取り込みでお確かめください。"
      />
      <RadioCards
        form={form}
        path="lineEnds"
        label={labels.lineEnds}
        choices={lineEnds}
        columns={2}
        help="読み込めないときは、銀行の案内に合わせてお選びください。"
      />
      <RadioCards
        form={form}
        path="transferKind"
        label={labels.transferKind}
        choices={transferKinds}
        columns={2}
      />
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && mayChange && (
        <div>
          <Button type="submit" isBusy={saving.isPending}>
            保存する
          </Button>
        </div>
      )}
    </Form>
  );
}
