import { encode } from 'uqr';
import { part } from '#kit/papers/paper.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { receiptCostWords } from '#money/ledger/cost-words.ts';
import {
  box,
  drawFrame,
  drawPicture,
  fitting,
  ink,
  left,
  longDay,
  type Pen,
  red,
  rule,
  soft,
  width,
  write,
} from './page-drawing.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';

/** A section of the paper: draws itself from a height and returns its lower edge. */
type Part = (pen: Pen, paper: ReceiptPaper, from: number) => number;

/** Top of the sections, below the title and on continuation pages. */
const top = { first: 204, next: 108 };
/** Lower edge of the printable area. */
const bottom = 790;
/** Position of note and check, unless the sections above need the space. */
const usual = { note: 640, check: 696 };

/** Whether the replaced numbers need a page of their own. */
export const needsPage = ({ replaces }: ReceiptPaper): boolean => replaces.length > 2;

/** Draws number and day, and for a reissued paper the numbers it replaces. */
function drawHead(pen: Pen, paper: ReceiptPaper): void {
  const right = { align: 'right', color: soft } as const;
  write(pen, `証明書番号　${paper.number}`, left, 66, right);
  write(pen, `発行日　${longDay(jstDay(paper.issuedAt))}`, left, 83, right);
  const [repeated] = paper.replaces;
  if (repeated === undefined) return;
  const small = { size: 8.5, color: red };
  if (paper.stated.isSubstitute) {
    const numbers = needsPage(paper)
      ? `${repeated} ほか${paper.replaces.length - 1}件（別のページ）`
      : paper.replaces.join('、');
    write(pen, `番号 ${numbers} の証明書に替わるものです`, left, 97, small);
    return;
  }
  box(pen, [left, 64, 76, 28], { thickness: 1.4, color: red });
  write(pen, '再発行', left, 67, {
    size: 15,
    isBold: true,
    color: red,
    width: 76,
    align: 'center',
  });
  write(pen, `番号 ${repeated} の証明書を再発行したものです`, left, 97, small);
}

function drawTitle(pen: Pen, { kind, year }: ReceiptPaper): void {
  write(pen, '寄付金受領証明書', left, 128, {
    size: 27,
    isBold: true,
    align: 'center',
    characterSpacing: 5,
    tag: 'H1',
  });
  if (kind === 'year') write(pen, `${year}年分`, left, 168, { size: 13, align: 'center' });
}

const drawDonor: Part = (pen, { donorName, donorAddress }, from) => {
  const room = width - 12;
  let y = write(pen, donorAddress, left + 6, from, { width: room });
  const name = `${donorName}　様`;
  y = write(pen, name, left + 6, y + 5, {
    size: fitting(pen, name, room, 18, 13),
    width: room,
    isBold: true,
  });
  rule(pen, y + 4);
  return y + 4;
};

const drawAmount: Part = (pen, { amountYen, stated }, from) => {
  const y = from + 20;
  const { cost } = stated;
  const height = cost ? 60 : 48;
  box(pen, [left, y, width, height], { thickness: 1, color: ink });
  // Older papers keep their wording.
  write(pen, cost ? '寄付額' : '寄付金額', left + 16, y + 16, { color: soft });
  write(pen, `金 ${formatYen(amountYen)}円`, left, y + 8, {
    size: 22,
    isBold: true,
    align: 'center',
  });
  if (cost) {
    const style = { size: 8, color: soft, align: 'center' } as const;
    write(pen, receiptCostWords(cost), left, y + 43, style);
  }
  return y + height;
};

const missions: Record<string, string> = {
  'approved-npo': '特定非営利活動に係る事業に関連する寄付金',
  'specially-approved-npo': '特定非営利活動に係る事業に関連する寄付金',
  'public-interest-incorporated': '公益目的事業に関連する寄付金',
  'public-interest-foundation': '公益目的事業に関連する寄付金',
};

/** Kind of gift. Papers issued as those of a purchase keep saying so. */
const ways = {
  goods: 'お品物の寄付（お預かりした品を団体のために販売し、査定で決まった額を寄付金とするもの）',
  purchase: 'お品物の買取代金による寄付（買取寄付）',
};
const makers = {
  goods: '寄付サービス「たすき」が団体の委託により作成しました。',
  purchase: '買取寄付サービス「たすき」が団体の委託により作成しました。',
};

/** Days of the gifts: one day, or the first and last with the count. */
function daysOf({ gifts, kind }: ReceiptPaper): string {
  const first = gifts[0]?.receivedOn ?? '';
  const last = gifts.at(-1)?.receivedOn ?? '';
  if (kind === 'donation') return longDay(first);
  const days = first === last ? longDay(first) : `${longDay(first)}から${longDay(last)}まで`;
  return `${days}（${gifts.length}件、内訳は別のページ）`;
}

/** The certified statement: a sentence, and rows of heading and value. */
const drawStatement: Part = (pen, paper, from) => {
  const { kind, year, stated, gifts } = paper;
  const within = kind === 'year' ? `${year}年の1月1日から12月31日までの間に、` : '';
  const sentence = `${within}上記の金額を、次のとおり寄付金として受領したことを証明します。`;
  const rows = [
    ['寄付を受けた日', daysOf(paper)],
    ['寄付の方法', ways[stated.way]],
    [
      '寄付金の使い道',
      missions[stated.classification] ?? '団体の主な目的である業務に関連する寄付金',
    ],
    ...(kind === 'donation' ? [['申込番号', gifts[0]?.appraisalId ?? '']] : []),
  ] as const;
  let y = write(pen, sentence, left, from + 16, { size: 11 }) + 12;
  rule(pen, y);
  for (const [heading = '', text = ''] of rows) {
    write(pen, heading, left + 6, y + 8, { color: soft, width: 110 });
    y = write(pen, text, left + 124, y + 8, { width: width - 130 }) + 6;
    rule(pen, y);
  }
  return y;
};

/** The issuer: the organisation with its certifications and, if provided, its seal. */
const drawIssuer: Part = (pen, { stated, seal: picture }, above) => {
  const { name, address, representative, certifications } = stated;
  const from = above + 14;
  const x = left + 124;
  const room = width - 124 - (picture ? 86 : 0);
  const size = fitting(pen, name, room, 14, 11);
  let y = write(pen, name, x, from, { size, isBold: true, width: room });
  if (address) y = write(pen, address, x, y + 4, { width: room });
  if (representative) y = write(pen, `代表者　${representative}`, x, y + 2, { width: room });
  for (const { number, authority, certifiedOn, expiresOn } of certifications) {
    const valid = `有効期間　${longDay(certifiedOn)}から${longDay(expiresOn)}まで`;
    for (const text of [
      `認定番号　${number}（${authority}）`,
      `認定日　${longDay(certifiedOn)}`,
      valid,
    ]) {
      y = write(pen, text, x, y + 2, { size: 9.5, width: room });
    }
  }
  write(pen, '発行者', left + 6, from + 3, { color: soft, width: 100 });
  const seal = { x: left + width - 74, y: from };
  if (!picture) return y;
  drawPicture(pen, picture, '団体の印影', [seal.x, seal.y, 72, 72]);
  return Math.max(y, seal.y + 72);
};

const drawNote: Part = (pen, { kind }, from) => {
  const note =
    kind === 'year'
      ? '内訳の寄付について個別に発行された証明書とあわせてお使いになることはできません。'
      : '同じ寄付を含む一年分の証明書とあわせてお使いになることはできません。';
  const text = `※ 確定申告で寄付金控除を受けるときに添付または保存してください。${note}`;
  return write(pen, text, left, from, { size: 8, color: soft });
};

const side = 84;

/** Instructions to verify the paper, at its foot. */
const drawCheck: Part = (pen, { number, code, verifyUrl, stated }, from) => {
  rule(pen, from - 14);
  if (!pen.isDry) drawCode(pen, verifyUrl, from);
  const x = left + side + 20;
  let y = write(pen, 'この証明書の確認', x, from - 2, { isBold: true, size: 10, tag: 'H2' });
  y = write(
    pen,
    'QRコードか次のページで、番号と確認コードから、この証明書が有効かどうかをどなたでも確かめられます。寄付者のお名前とご住所は表示されません。',
    x,
    y + 2,
    { size: 8.5, color: soft },
  );
  y = write(pen, verifyUrl.replace(/#.*/s, ''), x, y + 2, { size: 8.5 });
  y = write(pen, `証明書番号　${number}　　確認コード　${code}`, x, y + 3, { isBold: true });
  y = write(pen, makers[stated.way], x, y + 3, { size: 8, color: soft });
  return Math.max(y, from + side);
};

function drawCode({ doc }: Pen, verifyUrl: string, y: number): void {
  const { data, size } = encode(verifyUrl, { ecc: 'M', border: 0 });
  const unit = side / size;
  part(
    doc,
    'Figure',
    () => {
      for (const [row, modules] of data.entries()) {
        for (const [column, isDark] of modules.entries()) {
          if (isDark) doc.rect(left + column * unit, y + row * unit, unit, unit);
        }
      }
      doc.fillColor('#000').fill();
    },
    `確認のページのQRコード：${verifyUrl}`,
  );
}

const parts: readonly Part[] = [drawDonor, drawAmount, drawStatement, drawIssuer];
/** Smallest scale before the paper gets a second page. */
const least = 0.8;
const scales = [1, 0.95, 0.9, 0.85, least] as const;

/**
 * Draws the certificate. Long content is scaled down as a whole until it ends above the check at the foot; if even
 * that is not enough, it continues on another page, with the check at the foot of the last.
 */
export function drawPaper(doc: Pen['doc'], paper: ReceiptPaper): void {
  const dry = { doc, scale: 1, isDry: true };
  const check = Math.min(usual.check, bottom - drawCheck(dry, paper, 0));
  const noteHeight = drawNote(dry, paper, 0);
  /** Lower limit of everything above the note. */
  const lowerLimit = check - 18 - noteHeight - 8;
  const endAt = (scale: number) =>
    parts.reduce((y, part) => part({ ...dry, scale }, paper, y), top.first);
  const scale = scales.find((one) => endAt(one) <= lowerLimit);

  const pen = { doc, scale: scale ?? least, isDry: false };
  const unscaledPen = { ...pen, scale: 1 };
  drawFrame(unscaledPen, paper);
  drawHead(unscaledPen, paper);
  drawTitle(unscaledPen, paper);
  let y = top.first;
  const turn = () => {
    doc.addPage();
    drawFrame(unscaledPen, paper);
    write(unscaledPen, `証明書番号　${paper.number}（つづき）`, left, 66, {
      align: 'right',
      color: soft,
    });
    y = top.next;
  };
  for (const part of parts) {
    if (part({ ...pen, isDry: true }, paper, y) > bottom) turn();
    y = part(pen, paper, y);
  }
  if (y > lowerLimit) turn();
  drawNote(unscaledPen, paper, Math.min(Math.max(y + 8, usual.note), lowerLimit + 8));
  drawCheck(unscaledPen, paper, check);
}
