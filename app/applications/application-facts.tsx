import type { ReactNode } from 'react';
import type { ApplicationStatus } from '#domain/applications/application.ts';
import { deliveryDateLabel, deliverySlotLabels } from '#domain/applications/delivery.ts';
import { productLabels } from '#domain/applications/goods.ts';
import { Address } from './address.tsx';

/** One line of a list of facts; on phones the label stands above the value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-b border-dashed border-line py-2.5 narrow:grid narrow:grid-cols-[12rem_1fr] narrow:gap-4">
      <dt className="text-sm text-ink-2 narrow:pt-0.5">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What was applied for, and where and when the kit arrives. */
export function ApplicationFacts({ application }: { application: ApplicationStatus }) {
  const { kind, products, boxes, needReceipt, applicantAddress } = application;
  return (
    <dl>
      <Fact label="お品物の種類">
        {products.map((product) => productLabels[product]).join('、')}
      </Fact>
      <Fact label="お送りする箱の数">{boxes}箱</Fact>
      <Fact label="寄付金受領証明書">
        {kind === 'fund' ? '発行なし' : needReceipt ? '希望する' : '希望しない'}
      </Fact>
      <Fact label="お届け先">
        <Address {...applicantAddress} />
      </Fact>
      <Fact label="箱のお届け希望日">{deliveryDateLabel(application.deliveryDate)}</Fact>
      <Fact label="箱のお届け時間">{deliverySlotLabels[application.deliverySlot]}</Fact>
    </dl>
  );
}
