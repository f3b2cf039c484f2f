/**
 * The one rule on receipts in the words that people read, wherever it is told (docs/product.md, Receipts). What
 * decides is `whyNoReceipt`.
 */
export const receiptRule = {
  who: '団体を選んだ寄付で、寄付が成立した日に、その団体が寄付金控除の対象であれば、受領証明書を団体の名義で発行します。基金への寄付と、寄付金額が0円のときは発行しません。',
  how: '寄付が成立したあと、会員の方がマイページから発行できます。お申し込みのときに希望しなかった方も発行できます。登録せずに申し込んだ方は、控えのメールのリンクから登録すると発行できます。',
  day: '何年の寄付になるかは、お申し込みの日ではなく、寄付が成立した日（査定の結果が確定した日）で決まります。',
} as const;
