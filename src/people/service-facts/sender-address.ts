import { printedWidth } from '#kit/values/printed-width.ts';

/** Widths of the lines on carriers' slips, in full-width letters. */
const widths = { name: 16, street: 32, building: 16 } as const;

/** Lines of an address that is typed as one: what follows its last space is the building. */
export function senderLinesOf(address: string): { street: string; building: string } {
  const [, street = address, building = ''] = /^(.*\S)\s+(\S+)$/u.exec(address.trim()) ?? [];
  return { street: street.trim(), building };
}

/** Whether a sender's name fits on a slip. */
export const fitsName = (name: string): boolean => printedWidth(name) <= widths.name;

/** Whether a sender's address fits on a slip. */
export function fitsAddress(address: string): boolean {
  const { street, building } = senderLinesOf(address);
  return printedWidth(street) <= widths.street && printedWidth(building) <= widths.building;
}

export const nameWidthMessage = `送り主の名前は、全角${widths.name}文字（半角は0.5文字）以内で入力してください。`;
export const addressWidthMessage = `送り主の住所は、番地までを全角${widths.street}文字、空白のあとの建物名を全角${widths.building}文字以内で入力してください。`;
