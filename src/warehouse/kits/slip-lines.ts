import * as z from 'zod/mini';
import { municipalityOf } from '#kit/values/postal/municipality.ts';
import { repeatedPart } from '#kit/values/postal/repeated-part.ts';
import { joinParts } from '#kit/values/postal/written-address.ts';
import { printedWidth } from '#kit/values/printed-width.ts';
import { optionalLine } from '#kit/values/typed-text.ts';
import type { KitRecipient } from './kit-recipient.ts';
import {
  sagawaAddress,
  sagawaWidth,
  splitLines,
  yamatoAddress,
  yamatoWidths,
} from './split-address.ts';

/** Maximum full-width letters per line of a carrier's slip. */
const yamatoAddressWidth = yamatoWidths.prefecture + yamatoWidths.city + yamatoWidths.town;
const nameWidth = 16;
/** No line of an application is longer; the width message covers long ones, so this limit gives no second one. */
const maxLineLength = 200;

const fits = (label: string, width: number) =>
  optionalLine(label, maxLineLength).check(
    z.refine(
      (text) => printedWidth(text) <= width,
      `${label}は、全角${width}文字（半角は0.5文字）までです。`,
    ),
  );
const needed = (label: string, width: number) =>
  fits(label, width).check(z.minLength(1, `${label}を入力してください。`));

/** Lines that ヤマト prints of an address and a name. */
export const YamatoLines = z.strictObject({
  address: needed('お届け先住所', yamatoAddressWidth),
  building: fits('アパートマンション名', yamatoWidths.building),
  name: needed('お届け先名', nameWidth),
});
export type YamatoLines = z.infer<typeof YamatoLines>;

/** Lines that 佐川 prints of an address and a name. */
export const SagawaLines = z.strictObject({
  address1: needed('お届け先住所１', sagawaWidth),
  address2: fits('お届け先住所２', sagawaWidth),
  address3: fits('お届け先住所３', sagawaWidth),
  name1: needed('お届け先名称１', nameWidth),
  name2: fits('お届け先名称２', nameWidth),
});
export type SagawaLines = z.infer<typeof SagawaLines>;

/** Lines mended by a person, by carrier. */
export type KitSplit = { yamato?: YamatoLines; sagawa?: SagawaLines };

export const slipLineLabels = {
  yamato: {
    address: 'お届け先住所',
    building: 'アパートマンション名',
    name: 'お届け先名',
  },
  sagawa: {
    address1: 'お届け先住所１',
    address2: 'お届け先住所２',
    address3: 'お届け先住所３',
    name1: 'お届け先名称１',
    name2: 'お届け先名称２',
  },
} as const;

const nameOf = ({ lastName, firstName }: KitRecipient) => `${lastName} ${firstName}`;

/** Address split for ヤマト, whether it fits or not. */
export function yamatoLines(recipient: KitRecipient): YamatoLines {
  const { prefecture, city, town, building } = yamatoAddress(recipient);
  return { address: joinParts([prefecture, city, town]), building, name: nameOf(recipient) };
}

/** Address split for 佐川, whether it fits or not. */
export function sagawaLines(recipient: KitRecipient): SagawaLines {
  const [address1 = '', address2 = '', address3 = ''] = sagawaAddress(recipient);
  const [name1 = '', name2 = ''] = splitLines(nameOf(recipient), nameWidth, 2);
  return { address1, address2, address3, name1, name2 };
}

/** What does not fit on ヤマト's slip; within the address, town and number have a limit of their own. */
export function yamatoProblems(lines: YamatoLines, recipient: KitRecipient): string[] {
  const before = recipient.prefecture + municipalityOf(recipient.line1);
  const isWhole = lines.address.startsWith(before);
  const town = isWhole ? lines.address.slice(before.length) : '';
  return [
    ...problemsOf(YamatoLines, lines),
    ...(printedWidth(town) > yamatoWidths.town && printedWidth(lines.address) <= yamatoAddressWidth
      ? [`町名と番地は、全角${yamatoWidths.town}文字までです。`]
      : []),
  ];
}

export const sagawaProblems = (lines: SagawaLines): string[] => problemsOf(SagawaLines, lines);

/** Problems of an address for any carrier. */
export function addressProblems(recipient: KitRecipient): string[] {
  const repeated = repeatedPart(recipient);
  return repeated === ''
    ? []
    : [
        `住所に「${repeated}」が二度入っているようです。直すか、このままでよろしければ保存してください。`,
      ];
}

function problemsOf(schema: typeof YamatoLines | typeof SagawaLines, lines: object): string[] {
  const { error } = z.safeParse<typeof YamatoLines | typeof SagawaLines>(schema, lines);
  return error?.issues.map(({ message }) => message) ?? [];
}
