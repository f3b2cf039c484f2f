import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
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
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import {
  CarrierOptions,
  carrierOptionLabels,
  carriers,
  missingSender,
  type Sender,
  type StoredCarrierOptions,
} from '#warehouse/kits/kit-sender.ts';

export const meta = () => [
  { title: '運送会社の設定｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The sender as printed on slips, and what the carriers' programs need besides. */
export default function KitSenderPage() {
  const query = useQuery(addressOf('GET /api/office/kits/sender'));
  return (
    <>
      <BackLink list={{ path: '/admin/kits', label: '箱の発送' }} />
      <PageHead title="運送会社の設定" />
      {query.value ? (
        <div className="grid gap-4">
          <SenderPanel sender={query.value.sender} />
          <Panel label="運送会社の設定">
            <OptionsForm key={query.value.version} stored={query.value} onSaved={query.change} />
          </Panel>
        </div>
      ) : query.problem ? (
        <LoadFailure message={query.problem.message} onRetry={query.reload} />
      ) : (
        <Panel label="運送会社の設定">
          <Skeleton lines={10} label="運送会社の設定を読み込んでいます" />
        </Panel>
      )}
    </>
  );
}

/** The sender, which is typed once among the facts of the service. */
function SenderPanel({ sender }: { sender: Sender }) {
  const missing = missingSender(sender);
  const { name, tel, zipcode, address, building } = sender;
  return (
    <Panel
      title="送り主"
      action={
        <Link to="/admin/settings/service" className="text-sm text-coral-dark underline">
          サービスの情報で直す
        </Link>
      }
    >
      {missing.length > 0 && (
        <p className="mb-3 rounded-xl bg-honey-soft px-4 py-3 text-sm">
          送り状を書き出すには、サービスの情報に{missing.map((label) => `「${label}」`).join('')}
          の入力が必要です。
        </p>
      )}
      <Facts>
        <Fact label="名前">{name}</Fact>
        <Fact label="電話番号">{tel && formatPhone(tel)}</Fact>
        <Fact label="住所">
          {[zipcode && formatPostalCode(zipcode), address, building].filter(Boolean).join(' ')}
        </Fact>
      </Facts>
    </Panel>
  );
}

const withoutRest = ({
  sender: _sender,
  version: _version,
  ...options
}: StoredCarrierOptions): CarrierOptions => options;

/** Edits the carriers' options; shows what a colleague saved meanwhile. */
export function OptionsForm({
  stored,
  onSaved,
}: {
  stored: StoredCarrierOptions;
  onSaved: (options: StoredCarrierOptions) => void;
}) {
  const form = useForm({
    schema: CarrierOptions,
    initial: withoutRest(stored),
    onInvalid: showMessage,
  });
  const [newer, setNewer] = useState<StoredCarrierOptions>();
  const saving = useSubmission(
    (body: CarrierOptions) =>
      send('POST /api/office/kits/sender', {
        body,
        ifMatch: `"${(newer ?? stored).version}"`,
      }),
    {
      form,
      onDone(saved) {
        showToast('運送会社の設定を保存しました。');
        onSaved(saved);
      },
    },
  );
  async function save(body: CarrierOptions) {
    const outcome = await saving.send(body);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await send('GET /api/office/kits/sender').catch(() => undefined));
  }
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid max-w-narrow gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={(Object.keys(carrierOptionLabels) as (keyof CarrierOptions)[]).map((field) => ({
            label: carrierOptionLabels[field],
            mine: shown(form.values[field]),
            stored: shown(newer[field]),
          }))}
          isPending={saving.isPending}
          onKeepStored={() => onSaved(newer)}
        />
      )}
      <OptionFields form={form} />
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
  ...carriers,
  true: 'つける',
  false: 'つけない',
  cp932: 'Shift_JIS',
  utf8: 'UTF-8',
};
const shown = (value: string | boolean) => words[String(value)] ?? String(value);

/** The fields of the usual carrier; the other's are folded. */
function OptionFields({ form }: { form: FormOver<CarrierOptions, CarrierOptions> }) {
  const text = (field: keyof CarrierOptions, help?: string) => (
    <TextField form={form} path={field} label={carrierOptionLabels[field]} help={help} />
  );
  const fields = {
    yamato: (
      <div key="yamato" className="grid gap-4">
        {text('yamatoCustomer', '10桁から12桁の数字')}
        {text('yamatoClass', 'ある場合だけ。3桁までの数字。')}
        {text('yamatoFare', '2桁の数字')}
        {text('kana')}
        <Checkbox form={form} path="yamatoHeader" label="ファイルに見出しの行をつける" />
      </div>
    ),
    sagawa: (
      <div key="sagawa" className="grid gap-4">
        {text('sagawaCustomer', '12桁までの数字')}
        <RadioCards
          form={form}
          path="sagawaEncoding"
          label={carrierOptionLabels.sagawaEncoding}
          columns={2}
          choices={[
            { value: 'cp932', label: 'Shift_JIS', note: 'ふつうはこちら' },
            { value: 'utf8', label: 'UTF-8', note: 'どの字も書けます' },
          ]}
        />
      </div>
    ),
  };
  const { carrier } = form.values;
  const other = carrier === 'yamato' ? 'sagawa' : 'yamato';
  return (
    <>
      <RadioCards
        form={form}
        path="carrier"
        label={carrierOptionLabels.carrier}
        columns={2}
        choices={[
          { value: 'yamato', label: 'ヤマト', note: 'B2クラウド' },
          { value: 'sagawa', label: '佐川', note: 'e飛伝III' },
        ]}
      />
      {text('goods', '送り状に印刷される品名。全角16文字まで。')}
      {fields[carrier]}
      <Disclosure summary={`${carriers[other]}も使うとき`}>{fields[other]}</Disclosure>
    </>
  );
}
