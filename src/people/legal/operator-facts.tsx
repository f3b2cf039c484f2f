import { FactList } from '#kit/ui/fact-list.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import type { PublicFacts } from '#people/service-facts/service-facts.ts';
import { SampleFacts } from './sample-facts.tsx';

type Row = readonly [label: string, value: string];

/** Skips facts that are not known yet. */
const knownFacts = (rows: readonly Row[]) => rows.filter(([, value]) => value !== '');

/** The operator of the service, with contact data. */
export function OperatorFacts({ facts }: { facts: PublicFacts }) {
  const { name, legalName, representative, address, phone, phoneHours, email, invoiceNumber } =
    facts;
  const rows = knownFacts([
    ['名称', name],
    ['正式な名称', legalName],
    ['代表者', representative],
    ['所在地', address],
    ['電話番号', phone === '' || phoneHours === '' ? phone : `${phone}（${phoneHours}）`],
    ['メールアドレス', email],
    ['インボイスの登録番号', invoiceNumber],
  ]);
  if (rows.length === 0) {
    return <Notice>運営者の名称と連絡先は、ただいま準備しています。</Notice>;
  }
  return (
    <>
      <SampleFacts isSample={facts.isSample} />
      <FactList
        facts={[
          ...rows,
          ['事業の内容', '衣類やブランド品による寄付の受付、査定、販売と、団体への送金'],
        ]}
      />
    </>
  );
}

/** The licence of the dealer in second-hand goods, as 古物営業法 requires it to be shown. */
export function DealerFacts({ facts }: { facts: PublicFacts }) {
  return (
    <FactList
      facts={knownFacts([
        ['古物商の名称', facts.dealerName],
        ['許可をした公安委員会', facts.dealerCommission],
        ['許可証番号', facts.dealerLicence],
        ['取り扱う古物', facts.dealerGoods],
      ])}
    />
  );
}
