const kinds: Partial<Record<string, string>> = {
  donation: '寄付の成立',
  reversal: '寄付の取り消し',
  merge: '団体の統合',
  sent: '銀行への送金の依頼',
  unsent: '送金の依頼の取り消し',
  confirmed: '着金の確認',
  unconfirmed: '着金の確認の取り消し',
  return: '組戻し',
  returned: '組戻しの入金',
  reopened: '組戻し分を未送金に戻す',
  remittance: '送金（以前の記録）',
  payout: '基金からの支払い',
  'payout-withdrawn': '基金からの支払いの取りやめ',
  'bank-line': '銀行の明細の入出金',
  overpaid: '送金しすぎた額の記録',
  sale: 'お品物の売却',
  'sale-reversed': '売却の取り消し',
};

/** First part of a posting's id, without the sequence number: `confirmed-3:…`. */
export function postingKindOf(postingId: string): string {
  const colon = postingId.indexOf(':');
  const first = colon < 0 ? postingId : postingId.slice(0, colon);
  return first.replace(/-\d+$/, '');
}

/** Japanese name of a posting's kind. */
export const postingLabel = (postingId: string): string =>
  kinds[postingKindOf(postingId)] ?? 'そのほかの仕訳';
