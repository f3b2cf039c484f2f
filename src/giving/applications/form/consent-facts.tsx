import { giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { costDayRule } from '#money/ledger/cost-words.ts';
import type { ApplicationKind } from './application-values.ts';

/** The irreversible facts about each way to give (src/people/legal/delivered-texts/terms.server.ts). */
const facts: Record<ApplicationKind, readonly string[]> = {
  direct: [
    'お送りいただいたお品物は、原則としてお返しできません。寄付の成立後は、取り消すこともできません。',
    '査定額は運営者が決め、それが寄付額になります。査定のあとに、改めてご承諾をいただくことはありません。',
    '受領証明書の発行、お礼、寄付の記録のために、お名前、ご住所、寄付の金額と日付を、寄付先の団体にお伝えすることがあります。',
  ],
  fund: [
    'お送りいただいたお品物は、原則としてお返しできません。買取と寄付の成立後は、取り消すこともできません。',
    '買取の金額は運営者が査定で決め、それがあなたから基金への寄付額になります。査定のあとに、改めてご承諾をいただくことはありません。',
    'お名前、ご住所、生年月日、ご職業は、古物営業法による記録のために、お品物を買い取る古物商にお伝えします。',
  ],
};

/** What a donor agrees to along with the terms, shown beside the consent. */
export function ConsentFacts({
  kind,
  giftAge,
  cost,
}: {
  kind: ApplicationKind;
  giftAge: number;
  /** The share of the gift that arrives, by today's agreement. */
  cost: string;
}) {
  const shown = [
    ...facts[kind],
    cost + costDayRule,
    ...(kind === 'direct' && giftAge > 0
      ? [`お申し込みいただけるのは、${giftAgeText(giftAge)}です。`]
      : []),
  ];
  return (
    <section
      aria-label="お申し込みの前に"
      className="rounded-tile bg-honey-soft px-4 py-4 narrow:px-5"
    >
      <p className="font-bold [word-break:auto-phrase]">お申し込みの前に、お確かめください</p>
      <ul className="mt-2 list-disc space-y-2 pl-5 text-sm">
        {shown.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
}
