import { adminRoles } from './admin-roles.ts';
import type { Role } from './roles.ts';

type PermissionFacts = {
  /** Description on /admin/people. */
  label: string;
  roles: readonly Role[];
};

const leads = ['owner', 'operator'] as const;
const boxes = [...leads, 'warehouse'] as const;
const money = [...leads, 'accountant'] as const;
/** Of these an auditor reads all and changes nothing. */
const moneyReaders = [...money, 'auditor'] as const;

/**
 * The one table of permissions behind routes, menus and /admin/people. The warehouse handles boxes
 * and appraisals, but no money or identity papers; the accountant handles money and exports, but no
 * box steps. An auditor reads, and asks.
 */
export const permissions = {
  'admin.enter': { label: '運営の画面に入り、自分の絞り込みを保存する', roles: adminRoles },
  'audit.question': { label: '帳簿・送金・証明書について、運営に質問する', roles: ['auditor'] },
  'applications.read': { label: 'お申し込みを見る', roles: boxes },
  'applications.export': { label: 'お申し込みと送り状の宛先を書き出す', roles: boxes },
  'applications.move': { label: '箱の発送・到着・返送を記録する', roles: boxes },
  'applications.edit': { label: 'お申し込みの内容を直す', roles: leads },
  'kits.send': { label: '発送の束を作り、送り状とラベルを出す', roles: boxes },
  'boxes.receive': { label: '届いた箱を受け付け、保留の棚を使う', roles: boxes },
  'appraisals.write': { label: 'お品物を査定する', roles: boxes },
  'applications.enter': { label: 'お電話のお申し込みを入力する', roles: leads },
  'money.read': { label: '送金・帳簿・基金を見る', roles: moneyReaders },
  'remittances.manage': { label: '送金を準備し、着金と組戻しを記録する', roles: money },
  'funds.pay': { label: '基金から団体への支払いを依頼する', roles: leads },
  'books.close': { label: '月を締め、仕訳を書き出す', roles: money },
  'receipts.issue': { label: '受領証明書をまとめて発行し、寄附者名簿と控えを見る', roles: money },
  'sales.import': { label: '売却の実績を取り込む', roles: money },
  'results.read': { label: '査定結果を見る', roles: [...boxes, 'accountant', 'auditor'] },
  'results.import': { label: '査定結果を取り込む', roles: boxes },
  'results.release': { label: '査定結果を確定して、寄付者に知らせる', roles: leads },
  'results.correct': { label: '知らせた査定結果を1件ずつ訂正する', roles: leads },
  'results.reverse': { label: '査定結果の取り込みを取り消す', roles: leads },
  'identity.check': { label: '本人確認の書類を見て、承認する', roles: leads },
  'dealer-ledger.read': { label: '古物台帳を見て、書き出す', roles: moneyReaders },
  'dealer-ledger.correct': { label: '古物台帳を訂正する', roles: leads },
  'associates.read': { label: '団体の情報・認定・契約を見る', roles: moneyReaders },
  'associates.edit': { label: '団体を作成・編集・公開する', roles: leads },
  'bank-accounts.change': { label: '振込先の口座の変更を依頼する', roles: money },
  'approvals.decide': { label: 'ほかの人の依頼を承認する', roles: money },
  'content.edit': { label: '特集・お知らせ・よくあるご質問・メールの文面を編集する', roles: leads },
  'donors.read': { label: '寄付者の記録を見る', roles: leads },
  'donors.change': { label: '寄付者の住所や名前を直し、記録を統合する', roles: leads },
  'messages.answer': { label: 'お問い合わせと掲載申請に返信する', roles: leads },
  'mails.manage': { label: '送ったメールを見て、送り直す', roles: leads },
  'pledges.moderate': { label: '#mypledgeの通報に対応する', roles: leads },
  'people.read': { label: '運営の人と役割を見る', roles: leads },
  'people.change': { label: '運営の人を招待し、役割を変える', roles: ['owner'] },
  'second-factors.reset': { label: '2段階認証の解除を依頼・承認する', roles: leads },
  'settings.read': { label: 'サービスの設定を見る', roles: leads },
  'settings.change': { label: 'サービスの設定と規約を変える', roles: leads },
  'service.open': { label: 'サービスを開く・閉じる', roles: ['owner'] },
  'audit.read': { label: '操作の記録を見る', roles: [...leads, 'auditor'] },
  'security.read': { label: 'セキュリティの記録を見る', roles: leads },
  // The membership decides which organisations, and whether to edit (src/people/roles/associate-people.server.ts).
  'associate-room.enter': { label: '担当する団体の寄付・お礼・ページを見る', roles: ['staff'] },
} as const satisfies Record<string, PermissionFacts>;
export type Permission = keyof typeof permissions;

export const may = (role: Role | undefined, permission: Permission): boolean =>
  role !== undefined && permissions[permission].roles.some((one) => one === role);
