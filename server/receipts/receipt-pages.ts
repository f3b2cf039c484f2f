import { encode } from 'uqr';
import { formatYen } from '#domain/values/yen.ts';
import {
  type Doc,
  drawFrame,
  fitting,
  ink,
  left,
  line,
  longDay,
  red,
  rule,
  sizeWithin,
  soft,
  width,
  write,
} from './page-drawing.ts';
import type { ReceiptPaper } from './receipt-paper.ts';

/** Number and day above; of a repeated paper the mark with the number it repeats. */
function drawHead(doc: Doc, paper: ReceiptPaper): void {
  const right = { align: 'right', color: soft } as const;
  write(doc, `証明書番号　${paper.number}`, left, 66, right);
  write(doc, `発行日　${longDay(paper.issuedOn)}`, left, 83, right);
  if (paper.reissueOf === '') return;
  doc.rect(left, 64, 76, 28).lineWidth(1.4).strokeColor(red).stroke();
  write(doc, '再発行', left, 67, {
    size: 15,
    isBold: true,
    color: red,
    width: 76,
    align: 'center',
  });
  write(doc, `番号 ${paper.reissueOf} の証明書を再発行したものです`, left, 97, {
    size: 8.5,
    color: red,
  });
}

const missions: Record<string, string> = {
  'approved-npo': '特定非営利活動に係る事業に関連する寄付金',
  'specially-approved-npo': '特定非営利活動に係る事業に関連する寄付金',
  'public-interest-incorporated': '公益目的事業に関連する寄付金',
  'public-interest-foundation': '公益目的事業に関連する寄付金',
};

/** The days of the gifts: one day, or the first and the last with their count. */
function daysOf({ gifts, kind }: ReceiptPaper): string {
  const first = gifts[0]?.donatedOn ?? '';
  const last = gifts.at(-1)?.donatedOn ?? '';
  if (kind === 'donation') return longDay(first);
  const days = first === last ? longDay(first) : `${longDay(first)}から${longDay(last)}まで`;
  return `${days}（${gifts.length}件、内訳は次のページ）`;
}

/** Rows of a heading and what it says; answers where they end. */
function drawRows(doc: Doc, rows: readonly [string, string][], from: number): number {
  let y = from;
  rule(doc, y);
  for (const [heading, text] of rows) {
    write(doc, heading, left + 6, y + 8, { color: soft, width: 110 });
    y = write(doc, text, left + 124, y + 8, { width: width - 130 }) + 6;
    rule(doc, y);
  }
  return y;
}

/** Who issues it: the organisation with its certification, and the place for its seal. */
function drawIssuer(doc: Doc, { associate, certification }: ReceiptPaper, from: number): number {
  const x = left + 124;
  const room = width - 124 - 86;
  const within = (text: string, lines: number, more: { size?: number; isBold?: boolean } = {}) => ({
    ...more,
    size: sizeWithin(doc, text, { room, lines, size: 10.5, ...more }),
    width: room,
  });
  const { name, address, representative } = associate;
  const size = fitting(doc, name, room, 14);
  let y = write(doc, name, x, from, within(name, 2, { size, isBold: true }));
  if (address) y = write(doc, address, x, y + 4, within(address, 2));
  if (representative) {
    const text = `代表者　${representative}`;
    y = write(doc, text, x, y + 2, within(text, 1));
  }
  if (certification) {
    const { number, authority, certifiedOn, expiresOn } = certification;
    const valid = `有効期間　${longDay(certifiedOn)}から${longDay(expiresOn)}まで`;
    for (const text of [
      `認定番号　${number}（${authority}）`,
      `認定日　${longDay(certifiedOn)}`,
      valid,
    ]) {
      y = write(doc, text, x, y + 2, { size: 9.5, width: room });
    }
  }
  write(doc, '発行者', left + 6, from + 3, { color: soft, width: 100 });
  const seal = { x: left + width - 74, y: from };
  doc.rect(seal.x, seal.y, 72, 72).lineWidth(0.8).dash(3, { space: 3 }).strokeColor(line).stroke();
  doc.undash();
  write(doc, '団体印', seal.x, seal.y + 28, { color: soft, width: 72, align: 'center' });
  return Math.max(y, seal.y + 72);
}

/** How anybody confirms the paper, at its foot. */
function drawCheck(doc: Doc, { number, code, verifyUrl }: ReceiptPaper): void {
  const top = 696;
  const side = 84;
  rule(doc, top - 14);
  const { data, size } = encode(verifyUrl, { ecc: 'M', border: 0 });
  const unit = side / size;
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) doc.rect(left + x * unit, top + y * unit, unit, unit);
    }
  }
  doc.fillColor('#000').fill();
  const x = left + side + 20;
  let y = write(doc, 'この証明書の確認', x, top - 2, { isBold: true, size: 10 });
  y = write(
    doc,
    'QRコードか次のページで、番号と確認コードから、この証明書が有効かどうかをどなたでも確かめられます。寄付者のお名前とご住所は表示されません。',
    x,
    y + 2,
    { size: 8.5, color: soft },
  );
  y = write(doc, verifyUrl.replace(/#.*/s, ''), x, y + 2, { size: 8.5 });
  y = write(doc, `証明書番号　${number}　　確認コード　${code}`, x, y + 3, { isBold: true });
  write(doc, '買取寄付サービス「たすき」が団体の委託により作成しました。', x, y + 3, {
    size: 8,
    color: soft,
  });
}

/** The certificate itself, on the first page. */
export function drawPaper(doc: Doc, paper: ReceiptPaper): void {
  drawFrame(doc, paper);
  drawHead(doc, paper);
  write(doc, '寄付金受領証明書', left, 128, {
    size: 27,
    isBold: true,
    align: 'center',
    characterSpacing: 5,
  });
  if (paper.kind === 'year') {
    write(doc, `${paper.year}年分`, left, 168, { size: 13, align: 'center' });
  }

  const { donorName, donorAddress } = paper;
  const room = width - 12;
  let y = write(doc, donorAddress, left + 6, 204, {
    size: sizeWithin(doc, donorAddress, { room, lines: 2, size: 10.5 }),
    width: room,
  });
  const name = `${donorName}　様`;
  y = write(doc, name, left + 6, y + 5, {
    size: sizeWithin(doc, name, { room, lines: 1, size: 18, isBold: true }),
    isBold: true,
  });
  rule(doc, y + 4);

  y += 24;
  doc.rect(left, y, width, 48).lineWidth(1).strokeColor(ink).stroke();
  write(doc, '寄付金額', left + 16, y + 16, { color: soft });
  write(doc, `金 ${formatYen(paper.amountYen)}円`, left, y + 8, {
    size: 22,
    isBold: true,
    align: 'center',
  });

  const year = paper.kind === 'year' ? `${paper.year}年の1月1日から12月31日までの間に、` : '';
  y = write(
    doc,
    `${year}上記の金額を、次のとおり寄付金として受領したことを証明します。`,
    left,
    y + 64,
    {
      size: 11,
    },
  );
  y = drawRows(
    doc,
    [
      ['寄付を受けた日', daysOf(paper)],
      ['寄付の方法', 'お品物の買取代金による寄付（買取寄付）'],
      [
        '寄付金の使いみち',
        missions[paper.associate.classification] ?? '団体の主な目的である業務に関連する寄付金',
      ],
      ...(paper.kind === 'donation'
        ? ([['申込番号', paper.gifts[0]?.appraisalId ?? '']] as [string, string][])
        : []),
    ],
    y + 12,
  );
  y = drawIssuer(doc, paper, y + 14);
  const note =
    paper.kind === 'year'
      ? '内訳の寄付について個別に発行された証明書とあわせてお使いになることはできません。'
      : '同じ寄付を含む一年分の証明書とあわせてお使いになることはできません。';
  write(
    doc,
    `※ 確定申告で寄付金控除を受けるときに添付または保存してください。${note}`,
    left,
    Math.max(y + 8, 640),
    {
      size: 8,
      color: soft,
    },
  );
  drawCheck(doc, paper);
}

const rowsAPage = 32;

/** What a year's sum is made of, on the pages that follow. */
export function drawGifts(doc: Doc, paper: ReceiptPaper): void {
  const { gifts, number, year, amountYen } = paper;
  const pages = Math.ceil(gifts.length / rowsAPage);
  for (let index = 0; index < pages; index++) {
    doc.addPage();
    drawFrame(doc, paper);
    write(doc, `証明書番号　${number}`, left, 66, { align: 'right', color: soft });
    write(doc, `${year}年分の寄付の内訳`, left, 92, { size: 16, isBold: true });
    write(doc, `${index + 1} / ${pages}`, left, 98, { align: 'right', color: soft });
    let y = 130;
    rule(doc, y - 6);
    for (const gift of gifts.slice(index * rowsAPage, (index + 1) * rowsAPage)) {
      write(doc, longDay(gift.donatedOn), left + 6, y, { width: 130 });
      write(doc, gift.appraisalId, left + 150, y, { width: 150 });
      write(doc, `${formatYen(gift.amountYen)}円`, left + 300, y, {
        width: width - 306,
        align: 'right',
      });
      y += 19;
      rule(doc, y - 3);
    }
    if (index < pages - 1) continue;
    write(doc, '合計', left + 6, y + 4, { isBold: true });
    write(doc, `${formatYen(amountYen)}円`, left, y + 4, {
      isBold: true,
      align: 'right',
      width: width - 6,
    });
  }
}
