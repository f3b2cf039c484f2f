import { Fact } from '#kit/ui/facts.tsx';
import { Address } from './address.tsx';
import type { ApplicationStatus } from './application.ts';
import { deliveryDateLabel, deliverySlotLabels } from './delivery.ts';
import { productLabels } from './goods.ts';

/** The facts of an application, and where and when the kit arrives. */
export function ApplicationFacts({ application }: { application: ApplicationStatus }) {
  const { kind, products, boxes, needReceipt, needsKit, applicantAddress } = application;
  return (
    <dl>
      <Fact look="line" label="お品物の種類">
        {products.map((product) => productLabels[product]).join('、')}
      </Fact>
      <Fact look="line" label="お送りする箱の数">
        {boxes}箱
      </Fact>
      <Fact look="line" label="寄付金受領証明書">
        {kind === 'fund' ? '発行なし' : needReceipt ? '希望する' : '希望しない'}
      </Fact>
      <Fact look="line" label={needsKit ? 'お届け先' : 'ご住所'}>
        <Address {...applicantAddress} />
      </Fact>
      {needsKit ? (
        <>
          <Fact look="line" label="箱のお届け希望日">
            {deliveryDateLabel(application.deliveryDate)}
          </Fact>
          <Fact look="line" label="箱のお届け時間">
            {deliverySlotLabels[application.deliverySlot]}
          </Fact>
        </>
      ) : (
        <Fact look="line" label="箱">
          ご自分の箱で送る
        </Fact>
      )}
    </dl>
  );
}
