import { feesOf, type Terms } from '#money/ledger/fees.ts';

/** Agreements shared by all organisations and funds: every claim must be true under each of them. */
export const worlds: readonly (readonly [name: string, terms: Terms])[] = [
  ['0 %', { feeBasisPoints: 0, handlingYen: 0 }],
  ['10 %', { feeBasisPoints: 1_000, handlingYen: 0 }],
  ['10 % and ¥100 a box', { feeBasisPoints: 1_000, handlingYen: 100 }],
];

type Claim = { says: RegExp; isTrue: (terms: Terms, found: RegExpExecArray) => boolean };

const isFree = ({ feeBasisPoints, handlingYen }: Terms) => feeBasisPoints + handlingYen === 0;
const isNeverTrue = () => false;
const number = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''));
const feePercent = ({ feeBasisPoints }: Terms) => feeBasisPoints / 100;

/** Claims that a text may make about the cost of gifts, and when they are true. */
const claims: readonly Claim[] = [
  {
    says: /査定額のすべて|査定額の全額|査定金?額[^。]{0,4}そのまま[^。]{0,12}寄付/g,
    isTrue: isFree,
  },
  { says: /引くことも?は?ありません|引きません/g, isTrue: isFree },
  { says: /全額が(?:団体|基金)?に?届きます|費用の?負担は?(?:なく|ありません)/g, isTrue: isFree },
  { says: /団体が負担する費用はなく/g, isTrue: isFree },
  {
    says: /送料[もと・]?査定[もは]?無料|送料無料/g,
    isTrue: ({ handlingYen }) => handlingYen === 0,
  },
  // All organisations have the same agreement, so none differs.
  { says: /団体のうち[\d,]+団体に、寄付額/g, isTrue: isNeverTrue },
  {
    says: /寄付額の([\d.]+)%が(?:団体|基金)に届きます/g,
    isTrue: (terms, [, share]) =>
      terms.handlingYen === 0 && number(share) === 100 - feePercent(terms),
  },
  {
    says: /(?:寄付額の|手数料)([\d.]+)%(?!が(?:団体|基金)に届き)/g,
    isTrue: (terms, [, fee]) => number(fee) === feePercent(terms),
  },
  {
    says: /1箱(?:につき)?([\d,]+)円/g,
    isTrue: ({ handlingYen }, [, yen]) => number(yen) === handlingYen,
  },
  // Claims of arrival for gifts that are only decided.
  { says: /寄付[^。]{0,4}(?:届いています|なって届いて)|届いたご寄付の一部/g, isTrue: isNeverTrue },
  {
    // 査定額 (＋加算額) ＝寄付額 −費用 ＝届く額, for one box.
    says: /寄付額\s*＝([\d,]+)円\s*(?:団体|基金)が負担する費用[^−]*−([\d,]+)円\s*(?:団体|基金)に届く額\s*＝([\d,]+)円/g,
    isTrue: (terms, [, given, cost, arrives]) => {
      const fees = feesOf({ amountYen: number(given), boxes: 1 }, terms);
      const costYen = fees.feeYen + fees.handlingYen;
      return number(cost) === costYen && number(arrives) === number(given) - costYen;
    },
  },
];

/** 「最大約50%」 is about taxes. */
const ofTaxes = /寄付額の最大約\d+%|寄付額の\d+%まで/g;

/** Claims in a text, and whether each is true under these agreements. */
export function claimsIn(text: string, terms: Terms): { words: string; isTrue: boolean }[] {
  const read = text.replaceAll(ofTaxes, '');
  return claims.flatMap(({ says, isTrue }) =>
    [...read.matchAll(says)].map((found) => ({
      words: found[0],
      isTrue: isTrue(terms, found as RegExpExecArray),
    })),
  );
}

export const untrueIn = (text: string, terms: Terms): string[] =>
  claimsIn(text, terms)
    .filter(({ isTrue }) => !isTrue)
    .map(({ words }) => words);

/** Text of a page for people and machines: content, descriptions and structured data. */
export function readablesOf(html: string): string {
  const described = [...html.matchAll(/\s(?:content|alt|title|aria-label)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const structured = [...html.matchAll(/<script[^>]*ld\+json[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => text,
  );
  const body = html
    .replaceAll(/<(script|style|svg)\b.*?<\/\1>/gs, '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<\/?(?:span|a|b|em|strong|dd|dt)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, '\n');
  return [...described, ...structured, body].join('\n');
}
