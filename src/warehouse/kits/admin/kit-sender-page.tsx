import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { PostalCodeField } from '#kit/forms/fields/postal-code-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { type Form as FormOver, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { KitSender, kitSenderLabels, type StoredKitSender } from '#warehouse/kits/kit-sender.ts';

export const meta = () => [
  { title: '発送元の設定｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The sender of the kits, for the carriers' files. */
export default function KitSenderPage() {
  const query = useQuery(addressOf('GET /api/office/kits/sender'));
  return (
    <>
      <BackLink list={{ path: '/admin/kits', label: '箱の発送' }} />
      <PageHead title="発送元の設定" />
      <Panel label="発送元の設定">
        {query.value ? (
          <SenderForm key={query.value.version} stored={query.value} onSaved={query.change} />
        ) : query.problem ? (
          <LoadFailure message={query.problem.message} onRetry={query.reload} />
        ) : (
          <Skeleton lines={10} label="発送元の設定を読み込んでいます" />
        )}
      </Panel>
    </>
  );
}

const withoutVersion = ({ version: _version, ...sender }: StoredKitSender): KitSender => sender;

/** Edits the sender profile; shows what a colleague saved meanwhile. */
export function SenderForm({
  stored,
  onSaved,
}: {
  stored: StoredKitSender;
  onSaved: (sender: StoredKitSender) => void;
}) {
  const form = useForm({
    schema: KitSender,
    initial: withoutVersion(stored),
    onInvalid: showMessage,
  });
  const [newer, setNewer] = useState<StoredKitSender>();
  const saving = useSubmission(
    (body: KitSender) =>
      send('POST /api/office/kits/sender', {
        body,
        ifMatch: `"${(newer ?? stored).version}"`,
      }),
    {
      form,
      onDone(saved) {
        showToast('発送元の設定を保存しました。');
        onSaved(saved);
      },
    },
  );
  async function save(body: KitSender) {
    const outcome = await saving.send(body);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await send('GET /api/office/kits/sender').catch(() => undefined));
  }
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid max-w-narrow gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={(Object.keys(kitSenderLabels) as (keyof KitSender)[]).map((field) => ({
            label: kitSenderLabels[field],
            mine: shown(form.values[field]),
            stored: shown(newer[field]),
          }))}
          isPending={saving.isPending}
          onKeepStored={() => onSaved(newer)}
        />
      )}
      <SenderFields form={form} />
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <div>
          <Button type="submit" isBusy={saving.isPending}>
            保存する
          </Button>
        </div>
      )}
    </Form>
  );
}

const words: Readonly<Record<string, string>> = {
  true: 'つける',
  false: 'つけない',
  cp932: 'Shift_JIS',
  utf8: 'UTF-8',
};
const shown = (value: string | boolean) => words[String(value)] ?? String(value);

function SenderFields({ form }: { form: FormOver<KitSender, KitSender> }) {
  const text = (field: keyof KitSender, help?: string) => (
    <TextField form={form} path={field} label={kitSenderLabels[field]} help={help} />
  );
  return (
    <>
      {text('name', '全角16文字まで')}
      {text('kana')}
      <TextField form={form} path="tel" label={kitSenderLabels.tel} inputMode="tel" />
      <PostalCodeField form={form} path="zipcode" />
      {text('address', '都道府県から番地まで、全角32文字まで')}
      {text('building', '全角16文字まで')}
      {text('goods', '送り状に印刷される品名。全角16文字まで。')}
      <h2 className="mt-2 font-sans text-lg font-bold">ヤマト B2クラウド</h2>
      {text('yamatoCustomer', '10桁から12桁の数字')}
      {text('yamatoClass', 'ある場合だけ。3桁までの数字。')}
      {text('yamatoFare', '2桁の数字')}
      <Checkbox form={form} path="yamatoHeader" label="ファイルに見出しの行をつける" />
      <h2 className="mt-2 font-sans text-lg font-bold">佐川 e飛伝III</h2>
      {text('sagawaCustomer', '12桁までの数字')}
      <RadioCards
        form={form}
        path="sagawaEncoding"
        label={kitSenderLabels.sagawaEncoding}
        columns={2}
        choices={[
          { value: 'cp932', label: 'Shift_JIS', note: 'ふつうはこちら' },
          { value: 'utf8', label: 'UTF-8', note: 'どの字も書けます' },
        ]}
      />
    </>
  );
}
