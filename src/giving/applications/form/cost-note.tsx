import { GiftLine } from '#giving/applications/gift-line.tsx';
import type { Recipient } from '#money/ledger/cost-words.ts';
import { agreementWords, costDayRule, exampleGift } from '#money/ledger/cost-words.ts';
import type { Terms } from '#money/ledger/fees.ts';

/** The share of a gift that arrives by today's agreement, and which day's agreement applies; read before applying. */
export function CostNote({ recipient, terms }: { recipient: Recipient; terms: Terms }) {
  return (
    <section aria-label="寄付額と費用" className="mb-8 rounded-tile bg-sand px-4 py-4 narrow:px-5">
      <p>{agreementWords(terms, recipient)}</p>
      <div className="mt-3">
        <GiftLine
          label="1箱の査定額が3,000円のときの例"
          sums={exampleGift(terms)}
          recipient={recipient}
        />
      </div>
      <p className="mt-3 text-sm text-ink-2">1箱の査定額が3,000円のときの例です。{costDayRule}</p>
    </section>
  );
}
