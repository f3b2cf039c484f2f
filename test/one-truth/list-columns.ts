/**
 * For each list with a file: the item's field that a column shows. `~` means in words, one word per
 * value. `=` marks columns that combine several fields or count, which are checked elsewhere.
 */
export const listColumns: Record<string, Record<string, string>> = {
  '/api/office/applications': {
    ...{ 申込番号: 'appraisalId', 申込日: 'createdAt', 状態: '=', お名前: 'name' },
    ...{ 'お名前（かな）': 'nameKana', 電話番号: 'tel', 会員: '~isGuest', 寄付先: 'targetName' },
    ...{ 寄付先の種類: '~kind', 箱の数: 'boxes', お届け希望日: 'deliveryDate' },
    ...{
      お届け時間帯: '~deliverySlot',
      キットの発送日: 'kitSentOn',
      '寄付金額（円）': 'amountYen',
    },
    ...{ お約束の日: 'promisedOn', 経過日数: 'elapsedDays' },
  },
  '/api/office/associates': {
    ...{ 団体ID: 'id', 団体の名称: 'name', 名称のふりがな: 'nameKana', 種別: '~classification' },
    ...{ 状態: '~state', 認定の期限: 'certificationEndsOn', 登録した日: 'createdAt' },
  },
  '/api/users/donations': {
    ...{
      寄付が決まった日: 'donatedAt',
      申込番号: 'appraisalId',
      寄付先: 'associateName',
      寄付先の種類: '=',
    },
    ...{
      '寄付額（円）': 'amount',
      受領証明書: '~needReceipt',
      お申し込み日: '=',
      査定完了日: '=',
    },
    ...{ お品物の点数: '=', 値段のついた点数: '=', '査定額（円）': '=', '加算額（円）': '=' },
    ...{ '寄付先が負担する費用（円）': '=', '寄付先に届く額（円）': '=' },
    団体へ届いた日: 'receivedOn',
  },
  '/api/office/results/batches': {
    ...{
      取り込みの番号: 'id',
      取り込んだ日: 'createdAt',
      取り込んだ人: 'uploadedBy',
      ファイル: 'fileName',
    },
    ...{
      品目のファイル: 'itemFileName',
      文字コード: 'encoding',
      行数: 'rows',
      取り込んだ行: 'accepted',
    },
    ...{ 前と同じ行: 'unchanged', '寄付金額（円）': 'donationYen', 取り消した日: 'reversedAt' },
    ...{ 取り消した人: 'reversedBy', 取り消しの理由: 'reversalReason', 状態: '~state' },
    ...{ 確定した日: 'releasedAt', 確定した人: 'releasedBy' },
  },
  '/api/office/results/batches/:id/waiting': {
    ...{ 行: 'row', 申込番号: 'appraisalId', 寄付先: 'targetName', 受付日: 'receivedOn' },
    ...{
      査定完了日: 'appraisedOn',
      結果区分: '~outcome',
      点数: 'itemCount',
      買取点数: 'pricedCount',
    },
    ...{ 査定金額: 'appraisedYen', 加算額: 'bonusYen', 寄付金額: 'donationYen', 備考: 'note' },
    ...{ 確かめること: '=', 確かめた理由: 'overrideReason', 外した理由: '=' },
  },
  '/api/office/mails': {
    ...{
      番号: 'id',
      作成日: 'createdAt',
      種類: 'kind',
      宛先: 'to',
      件名: 'subject',
      申込番号: 'appraisalId',
    },
    ...{ 状態: '~state', 送信日: 'sentAt', 試した回数: 'attempts', 届かなかった理由: '=' },
    最後のエラー: 'lastError',
  },
  '/api/staff/associates/:associateId/donations': {
    ...{ 寄付番号: 'giftNumber', 寄付が決まった日: 'donatedAt', '金額（円）': 'amount' },
    ...{ 受領証明書: '~needReceipt', 送金: '~isRemitted' },
  },
  '/api/staff/associates/:associateId/statements': {
    ...{
      明細書番号: 'number',
      状態: '~state',
      団体へ届いた日: 'receivedOn',
      組戻しの日: 'returnedOn',
    },
    ...{
      期間のはじめ: 'periodFrom',
      期間の終わり: 'periodTo',
      '繰り越し・再送金（円）': 'openingYen',
    },
    ...{
      '寄付の件数（繰り越しを含む）': 'giftCount',
      '寄付額（円）': 'giftYen',
      '事務手数料（円）': 'feeYen',
    },
    ...{ '送料・作業費（円）': 'handlingYen', '訂正・差し引き（円）': 'correctionYen' },
    ...{ '基金からの助成（円）': 'payoutYen', 'お支払い額（円）': 'amountYen' },
  },
  '/api/office/messages': {
    ...{
      受付番号: 'id',
      受付日: 'createdAt',
      種類: '~kind',
      お名前: 'name',
      メールアドレス: 'email',
    },
    ...{
      申込番号: 'appraisalId',
      内容: 'message',
      担当者: '=',
      返信の期限: 'dueAt',
      対応日: 'answeredAt',
    },
  },
  '/api/office/listings': {
    ...{ 受付番号: 'id', 受付日: 'createdAt', 状態: '~state', 団体の名称: 'organisationName' },
    ...{ 法人の種類: '~classification', 代表者: 'representative', 都道府県: 'prefecture' },
    ...{ 社会課題: '~socialChallenges', 認定の内容: 'certification', ウェブサイト: 'websiteUrl' },
    ...{ 担当者: 'personName', メールアドレス: 'email', 電話番号: 'tel', 内容: 'message' },
    ...{ 対応する人: 'assignee.name', 返信の期限: 'dueAt' },
  },
  '/api/office/pledge-reports': {
    ...{ 番号: 'id', 通報日: 'createdAt', 理由: 'reason', 対応日: 'handledAt' },
    ...{ '#mypledgeの番号': 'pledge.id', 申込番号: 'pledge.appraisalId', 文章: 'pledge.text' },
    公開を止めた理由: 'pledge.withheldReason',
  },
  '/api/office/reply-templates': { 名前: 'name', 本文: 'body' },
  '/api/office/people': {
    ...{
      番号: 'uid',
      お名前: 'name',
      メールアドレス: 'email',
      役割: '~role',
      '2段階認証': '~hasSecondFactor',
    },
    ...{ 最後のログイン: 'lastSignInAt', ログイン中の端末: 'sessionCount' },
  },
  '/api/office/approvals': {
    ...{
      番号: 'id',
      状態: '~state',
      種類: '=',
      内容: 'title',
      対象: 'subject',
      変更: '=',
      申込番号: '=',
    },
    ...{ 理由: 'reason', 依頼した人: 'askedBy', 依頼日時: 'askedAt', 判断した人: 'decidedBy' },
    ...{ 判断の日時: 'decidedAt', メモ: 'note' },
  },
  '/api/office/donors': {
    ...{
      番号: 'id',
      会員: '~isGuest',
      役割: '~role',
      お名前: 'name',
      'お名前（かな）': 'nameKana',
    },
    ...{ メールアドレス: 'email', 電話番号: 'tel', ロック: '~isLocked', 登録日: 'createdAt' },
  },
  '/api/office/tracking/boxes': {
    ...{
      申込番号: 'appraisalId',
      箱: '=',
      お名前: 'name',
      状態: '~kitState',
      運送会社のことば: 'carrierWord',
      運送会社: '~carrier',
    },
    ...{ 送り状番号: 'trackingNumber', 発送日: 'kitSentAt', 発送からの日数: 'daysOut' },
  },
  '/api/office/tracking/pickups': {
    ...{
      集荷の希望日: 'day',
      時間帯: '~slot',
      申込番号: 'appraisalId',
      箱の数: 'boxes',
      お名前: 'name',
    },
    ...{ 電話番号: 'tel', ご住所: 'address' },
  },
  '/api/office/kits/batches': {
    ...{ 日: 'day', 番号: 'number', 状態: '~state', 申し込み: 'applications', 箱: 'boxes' },
    ...{ 作成: 'createdAt', 作成した人: 'createdBy', 発送: 'markedAt' },
  },
  '/api/office/kits/batches/:id/entries': {
    ...{ 順: 'position', 申込番号: 'appraisalId', お名前: 'name', 住所: 'address', 箱: 'boxes' },
    ...{ お届け希望日: 'deliveryDate', お届け時間帯: 'deliverySlot', 外した理由: 'leftOutReason' },
  },
  '/api/office/identity-checks': {
    ...{ 申込番号: 'appraisalId', お名前: 'name', 寄付先: 'targetName', '金額（円）': 'amountYen' },
    ...{ 本人確認: '~identity', 書類: '=', いつから: 'since' },
  },
  '/api/office/identity-letters': {
    ...{ 申込番号: 'appraisalId', お名前: 'name', ご住所: 'address', 方法: '~method' },
    ...{ 郵便の番号: 'letterNumber', 発送日: 'sentOn', 返送日: 'returnedOn', いつから: 'since' },
  },
  '/api/office/appraisals': {
    ...{ 申込番号: 'appraisalId', 到着: 'receivedAt', 箱: 'boxes', 状態: '~state', 行数: 'items' },
    最後に変えた人: 'changedBy',
  },
  '/api/office/dealer-ledger': {
    ...{
      番号: 'number',
      取引の日: 'tradedOn',
      区分: '~way',
      品目: 'kind',
      数量: 'quantity',
      特徴: 'feature',
    },
    ...{
      '代価（円）': 'priceYen',
      氏名: 'partyName',
      住所: 'partyAddress',
      職業: 'partyOccupation',
    },
    ...{ 年齢: 'partyAge', 確認の方法: '~identityMethod', 郵便の番号: 'letterNumber' },
    ...{ 郵便の発送日: 'letterSentOn', 郵便の到達日: 'letterDeliveredOn', 消費税: 'taxNote' },
    ...{
      申込番号: 'appraisalId',
      明細の順: 'itemPosition',
      記入した人: 'enteredBy',
      記入日時: 'enteredAt',
    },
    ...{ 保存期限: 'keptUntil', 訂正した行: 'corrects', 訂正の理由: 'correctionReason' },
    訂正後の行: 'correctedBy',
  },
  '/api/office/ledger/accounts/:code/owners': {
    ...{ 番号: 'id', '団体・基金': 'name', 勘定科目: 'account', 繰越: 'openingYen' },
    ...{ 借方: 'debitYen', 貸方: 'creditYen', 残高: 'balanceYen' },
  },
  '/api/office/ledger/lines': {
    ...{
      仕訳: 'postingId',
      日時: 'at',
      内容: '=',
      勘定科目コード: 'account',
      勘定科目: 'accountName',
    },
    ...{ '団体・基金': 'ownerName', 借方: 'debitYen', 貸方: 'creditYen', 申込番号: 'appraisalId' },
    ...{ 送金の番号: 'runNumber', 理由: 'reason', 記録した人: 'by' },
  },
  '/api/office/money/associates': {
    ...{
      団体ID: 'id',
      団体: 'name',
      未送金: 'owedYen',
      送金中: 'inTransitYen',
      年内の送金済み: 'sentYen',
    },
    ...{
      年内の組戻し: 'returnedYen',
      年内の事務手数料: 'feeYen',
      '年内の送料・作業費': 'handlingYen',
    },
  },
  '/api/office/intake/scans': {
    ...{
      読み取った日時: 'scannedAt',
      受付の日時: 'receivedAt',
      読み取った番号: 'code',
      結果: '~outcome',
    },
    ...{
      申込番号: 'card.appraisalId',
      箱: '=',
      お名前: 'card.name',
      受け付けた人: 'scannedByName',
    },
    ...{ 取り消した日時: 'takenBackAt', 取り消した理由: 'takenBackReason' },
  },
  '/api/office/intake/exceptions': {
    ...{ 種類: '~kind', 申込番号: 'appraisalId', 読み取った番号: 'code', お名前: 'donorName' },
    ...{ 置き場所: 'place', 詳しい理由: 'reason', 担当者: 'owner.name', 期限: 'dueOn' },
    ...{ どうなったか: '~ending', 登録日: 'createdAt' },
  },
  '/api/office/remittance-runs': {
    ...{ 番号: 'number', 対象期間の始まり: 'periodFrom', 対象期間の終わり: 'periodTo' },
    ...{ 振込指定日: 'transferOn', 状態: '~state', 団体の数: 'remittances', 送金額: 'amountYen' },
    ...{ 着金した団体: 'confirmed', 着金した額: 'confirmedYen', 組戻しの団体: 'returned' },
    組戻しの額: 'returnedYen',
  },
  '/api/office/blocked-accounts': {
    ...{ 団体ID: 'associateId', 団体: 'targetName', 口座: 'account', 組戻しの日: 'returnedOn' },
    ...{ 戻ってきた額: 'amountYen', 理由: 'reason', 記録した日時: 'blockedAt' },
  },
  '/api/office/remittance-runs/:runId/carried': {
    ...{ 団体ID: 'associateId', 団体: 'targetName', 繰り越す額: 'amountYen', 理由: '~reason' },
  },
  ...Object.fromEntries(
    ['/api/office/remittances', '/api/office/remittance-runs/:runId/remittances'].map((path) => [
      path,
      {
        ...{ 送金: 'runNumber', 団体ID: 'associateId', 団体: 'targetName', 状態: '~state' },
        ...{ '繰越・再送金': 'openingYen', 寄付の件数: 'giftCount', 寄付: 'giftYen' },
        ...{ 事務手数料: 'feeYen', '送料・作業費': 'handlingYen', 訂正: 'correctionYen' },
        ...{ 基金からの支払い: 'payoutYen', 送金額: 'amountYen', 明細書番号: 'statementNumber' },
        ...{ 着金日: 'receivedOn', 組戻しの日: 'returnedOn', 理由: 'reason' },
      },
    ]),
  ),
  '/api/office/remittances/:remittanceId/items': {
    ...{ 日付: 'day', 内容: '~kind', 申込番号: 'appraisalId', 備考: 'note', 寄付金額: 'giftYen' },
    ...{ 事務手数料: 'feeYen', '送料・作業費': 'handlingYen', お支払い額: 'amountYen' },
  },
  ...Object.fromEntries(
    ['/api/office/fund-payouts', '/api/office/funds/:socialChallengeId/payouts'].map((path) => [
      path,
      {
        ...{ 管理番号: 'id', 決定日: 'decidedOn', 社会課題: 'socialChallengeId', 基金: 'fundName' },
        ...{
          団体ID: 'associateId',
          団体: 'associateName',
          '金額（円）': 'amountYen',
          理由: 'reason',
        },
        ...{ 状態: '~state', 送金: 'runNumber', 着金日: 'receivedOn', 決めた人: 'decidedBy' },
        ...{
          決めた日時: 'decidedAt',
          取り消した日時: 'withdrawnAt',
          取り消しの理由: 'withdrawalReason',
        },
      },
    ]),
  ),
  '/api/office/sales': {
    ...{ 申込番号: 'appraisalId', 売却日: 'soldOn', 売却額: 'amountYen', 査定額: 'appraisedYen' },
    ...{
      査定より: '=',
      査定との差: '=',
      残り: '~isLast',
      売却先: 'place',
      品目の番号: 'itemPosition',
      メモ: 'note',
      取り込んだ人: 'createdBy',
    },
    ...{ 取り込み日時: 'createdAt', 取り消し日時: 'reversedAt', 取り消した人: 'reversedBy' },
    取り消しの理由: 'reversalReason',
  },
  '/api/office/security-events': {
    ...{
      番号: 'id',
      日時: 'at',
      種類: '~kind',
      結果: '~outcome',
      回数: 'count',
      利用者の番号: 'uid',
    },
    ...{ 利用者: 'name', 宛先の符号: 'typed', 接続元: 'from', 端末: 'device', 詳細: '=' },
  },
  '/api/office/audit-log': {
    ...{
      番号: 'id',
      日時: '=',
      操作した人の番号: 'actorUid',
      操作した人: 'actorName',
      操作: 'action',
    },
    ...{ 対象の種類: 'subjectType', 対象: 'subjectId', 詳細: '=' },
  },
};

/** Files that belong to no list, with the test that compares them with what is shown. */
export const otherFiles: Record<string, string> = {
  '/api/achievements.csv': 'src/site/achievements/achievements.server.test.ts',
  '/api/ledger/ledger.csv': 'src/money/public-book/ledger.server.test.ts',
  '/api/office/journals.csv': 'src/money/journals/journals.server.test.ts',
  '/api/office/bank-answers.csv': 'src/money/bank-answers/answer-uploads.server.test.ts',
  '/api/office/bank-answers/:answerId/rows.csv':
    'src/money/bank-answers/answer-uploads.server.test.ts',
  '/api/office/associates/:associateId/givers.csv':
    'src/giving/giver-lists/giver-lists.server.test.ts',
  '/api/office/associates/:associateId/receipt-copies.csv':
    'src/giving/giver-lists/giver-lists.server.test.ts',
  '/api/staff/associates/:associateId/givers.csv':
    'src/giving/giver-lists/giver-lists.server.test.ts',
  '/api/staff/associates/:associateId/receipt-copies.csv':
    'src/giving/giver-lists/giver-lists.server.test.ts',
  '/api/office/receipt-runs.csv': 'src/giving/receipt-runs/receipt-runs.server.test.ts',
  '/api/office/bank-lines.csv': 'src/money/bank-lines/bank-lines.server.test.ts',
  '/api/office/money/months.csv': 'src/money/overview/money.server.test.ts',
  '/api/office/results/batches/:id/rows.csv': 'src/warehouse/results/routes.server.test.ts',
  '/api/office/remittances/:remittanceId/statement.csv':
    'src/money/statements/statements.server.test.ts',
  '/api/staff/associates/:associateId/statements/:id/statement.csv':
    'src/money/statements/statements.server.test.ts',
  '/api/staff/associates/:associateId/statement-years/:period/statement.csv':
    'src/money/statements/statements.server.test.ts',
};
