import type { ReactNode } from 'react';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { DealerFacts, OperatorFacts } from '#people/legal/operator-facts.tsx';
import { normaliseInvoiceNumber, normaliseLicence } from '#people/service-facts/invoice-number.ts';
import { factLabels, publicFacts, type ServiceFacts } from '#people/service-facts/service-facts.ts';
import { ServiceFactsSchema } from '#people/service-facts/service-facts-schema.ts';
import { useSession } from '#people/session/session.ts';

export const meta = () => [
  { title: 'サービスの情報｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const inWords = (facts: ServiceFacts) =>
  (Object.keys(factLabels) as (keyof ServiceFacts)[]).map((name) => ({
    label: factLabels[name],
    value: name === 'senderPostalCode' ? formatPostalCode(facts[name]) : facts[name],
  }));

/** The operator's facts and the address for goods: edited, previewed, published. */
export default function ServiceFactsScreen() {
  const { role } = useSession();
  return (
    <>
      <PageHead title="サービスの情報" />
      <Panel label="サービスの情報">
        <VersionedEditor<ServiceFacts>
          path="/api/office/service-facts"
          schema={ServiceFactsSchema}
          inWords={inWords}
          preview={(facts) => <Preview facts={facts} />}
          mayChange={may(role, 'settings.change')}
        >
          {(form) => <FactFields form={form} />}
        </VersionedEditor>
      </Panel>
    </>
  );
}

/** Preview of /operator. */
function Preview({ facts }: { facts: ServiceFacts }) {
  const shown = publicFacts({ ...facts, isSample: false });
  return (
    <div className="space-y-6">
      <OperatorFacts facts={shown} />
      {facts.dealerLicence !== '' && <DealerFacts facts={shown} />}
    </div>
  );
}

type FieldOptions = Partial<Parameters<typeof TextField>[0]>;

/** The facts in groups, each with a note on where it is used. */
function FactFields({ form }: { form: FormFields }) {
  const field = (name: keyof ServiceFacts, look: FieldOptions = {}) => (
    <TextField form={form} path={name} label={factLabels[name]} autoComplete="off" {...look} />
  );
  return (
    <>
      <Group title="運営者" lead="サイトの「運営者について」とプライバシーポリシーに表示します。">
        {field('name')}
        {field('legalName', { optional: true, help: '登記などの名称が別にあるとき' })}
        {field('representative', { help: '役職とお名前' })}
        {field('address', { help: '郵便番号から' })}
        {field('phone', { type: 'tel', inputMode: 'tel', help: 'ハイフンを入れて表示します' })}
        {field('phoneHours')}
        {field('email', {
          type: 'email',
          inputMode: 'email',
          help: 'お問い合わせのお知らせも届きます',
        })}
        {field('privacyOfficer')}
        {field('privacyEmail', { type: 'email', inputMode: 'email' })}
      </Group>
      <Group
        title="古物商の許可"
        lead="許可証番号を入力するまで、基金への買取寄付は受け付けません。"
      >
        {field('dealerName', { optional: true })}
        {field('dealerCommission', { optional: true, help: '例：東京都公安委員会' })}
        {field('dealerLicence', {
          optional: true,
          inputMode: 'numeric',
          tidy: normaliseLicence,
          help: '12桁の数字',
        })}
        {field('dealerGoods', { optional: true })}
      </Group>
      <Group title="税" lead="適格請求書発行事業者のときに入力します。">
        {field('invoiceNumber', {
          optional: true,
          tidy: normaliseInvoiceNumber,
          help: 'Tと13桁の数字',
        })}
      </Group>
      <Group title="箱の送り主と倉庫" lead="箱の送り状と、お送りいただく宛先に使います。">
        {field('senderName')}
        {field('senderPhone', { type: 'tel', inputMode: 'tel' })}
        {field('senderPostalCode', {
          inputMode: 'numeric',
          tidy: (text) => formatPostalCode(text).replace('〒', ''),
        })}
        {field('senderAddress')}
        {field('warehouseAddress', { help: '郵便番号から、宛名まで' })}
      </Group>
    </>
  );
}

function Group({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-dashed border-line pt-5 first-of-type:border-0 first-of-type:pt-0">
      <legend className="float-left mb-1 w-full text-lg font-bold">{title}</legend>
      <p className="clear-left mb-4 text-sm text-ink-2">{lead}</p>
      <div className="grid items-start gap-6 desktop:grid-cols-2">{children}</div>
    </fieldset>
  );
}
