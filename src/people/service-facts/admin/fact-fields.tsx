import type { ReactNode } from 'react';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { normaliseInvoiceNumber, normaliseLicence } from '#people/service-facts/invoice-number.ts';
import { factLabels, type ServiceFacts } from '#people/service-facts/service-facts.ts';

type FieldOptions = Partial<Parameters<typeof TextField>[0]>;

/** The facts in groups, each with a note on where it is used. */
export function FactFields({ form }: { form: FormFields }) {
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
