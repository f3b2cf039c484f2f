import { sql } from 'drizzle-orm';
import { legalConsents } from '#kit/versions/version-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { savedViews } from '#organisations/views/view-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { mailPreferences } from '#people/mail/mail-tables.server.ts';
import { approvals, invitations } from '#people/roles/role-tables.server.ts';
import {
  passkeys,
  recoveryCodes,
  secondFactorResets,
} from '#people/sign-in/second-factor-tables.server.ts';
import {
  authAccounts,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from '#people/sign-in/sign-in-tables.server.ts';
import {
  addressHeadings,
  bookkeeping,
  createdAtHeading,
  emailHeading,
  nameHeadings,
  type PersonalTable,
  personal,
  secret,
  self,
} from './personal-table.server.ts';
import { applicationNumbersOf, byEmail } from './subject.server.ts';

const operators = 'they are operators';

/** Tables about a person's account. */
export const accountTables: readonly PersonalTable[] = [
  personal(users, {
    name: 'account',
    title: 'アカウントとプロフィール',
    isTheirs: ({ uid }) => sql`${users.uid} = ${uid}`,
    columns: {
      uid: '会員番号',
      role: '役割',
      ...nameHeadings,
      email: emailHeading,
      tel: '電話番号',
      ...addressHeadings,
      profileName: '表示名',
      profileText: '自己紹介',
      birth: '生年月日',
      gender: '性別',
      instagram: 'Instagram',
      facebook: 'Facebook',
      twitter: 'X（Twitter）',
      imageId: 'プロフィール画像',
      bannerImageId: 'バナー画像',
      lastSignInAt: '最後のログイン（運営と団体の方）',
      lockedAt: '停止された日時',
      createdAt: '登録日時',
    },
    leftOut: {
      accountVersion: bookkeeping,
      profileVersion: bookkeeping,
      isSample: bookkeeping,
    },
  }),
  personal(authUsers, {
    name: 'sign-in',
    title: 'ログインの情報',
    isTheirs: ({ uid }) => sql`${authUsers.id} = ${uid}`,
    columns: {
      id: '会員番号',
      name: 'ログインのサービスでのお名前',
      email: emailHeading,
      emailVerified: 'メールアドレスの確認',
      image: 'ログインのサービスでの画像',
      createdAt: createdAtHeading,
      updatedAt: '更新日時',
    },
  }),
  personal(authSessions, {
    name: 'sessions',
    title: 'ログイン中の端末',
    isTheirs: ({ uid }) => sql`${authSessions.userId} = ${uid}`,
    columns: {
      userAgent: '端末',
      ipAddress: '接続元のアドレス',
      createdAt: 'ログインした日時',
      updatedAt: '最後に使われた日時',
      expiresAt: '期限',
      endsAt: '最長の期限',
      isRemembered: 'ログインしたままにする',
    },
    leftOut: { id: bookkeeping, token: secret, userId: self },
  }),
  personal(authAccounts, {
    name: 'sign-in-methods',
    title: 'ログインの方法',
    isTheirs: ({ uid }) => sql`${authAccounts.userId} = ${uid}`,
    columns: {
      providerId: 'サービス',
      accountId: 'サービスでの番号',
      scope: '許可の範囲',
      createdAt: createdAtHeading,
      updatedAt: '更新日時',
    },
    leftOut: {
      id: bookkeeping,
      userId: self,
      password: secret,
      accessToken: secret,
      refreshToken: secret,
      idToken: secret,
      accessTokenExpiresAt: bookkeeping,
      refreshTokenExpiresAt: bookkeeping,
    },
  }),
  personal(authTwoFactors, {
    name: 'two-factor',
    title: '2段階認証',
    isTheirs: ({ uid }) => sql`${authTwoFactors.userId} = ${uid}`,
    columns: { verified: '有効', createdAt: '設定した日時' },
    leftOut: {
      id: bookkeeping,
      userId: self,
      secret,
      lastStep: bookkeeping,
    },
  }),
  personal(passkeys, {
    title: 'パスキー',
    isTheirs: ({ uid }) => sql`${passkeys.uid} = ${uid}`,
    columns: { name: '名前', createdAt: createdAtHeading, lastUsedAt: '最後に使われた日時' },
    leftOut: {
      id: secret,
      uid: self,
      userHandle: secret,
      publicKey: secret,
      counter: bookkeeping,
      transports: bookkeeping,
      isBackedUp: bookkeeping,
    },
  }),
  personal(recoveryCodes, {
    title: '残っている予備コード',
    isTheirs: ({ uid }) => sql`${recoveryCodes.uid} = ${uid}`,
    columns: { createdAt: createdAtHeading },
    leftOut: { id: bookkeeping, uid: self, codeHash: secret },
  }),
  personal(secondFactorResets, {
    title: '2段階認証の解除の依頼',
    isTheirs: ({ uid }) => sql`${secondFactorResets.uid} = ${uid}`,
    columns: {
      reason: '理由',
      askedAt: '依頼の日時',
      outcome: '結果',
      decidedAt: '結果の日時',
    },
    leftOut: { id: bookkeeping, uid: self, askedBy: operators, decidedBy: operators },
  }),
  personal(authVerifications, {
    name: 'mailed-links',
    title: 'まだ使われていないメールのリンクと、ご本人の確認の記録',
    isTheirs: ({ uid }) => sql`split_part(${authVerifications.value}, ' ', 1) = ${uid}`,
    columns: {
      value: '会員番号と、宛先またはログイン',
      createdAt: createdAtHeading,
      expiresAt: '期限',
    },
    leftOut: { id: bookkeeping, identifier: secret, updatedAt: bookkeeping },
  }),
  personal(staffMemberships, {
    title: '担当している団体',
    isTheirs: ({ uid }) => sql`${staffMemberships.uid} = ${uid}`,
    columns: { associateId: '団体', role: '役割', createdAt: '担当になった日時' },
    leftOut: { uid: self },
  }),
  personal(invitations, {
    title: 'いただいた招待',
    isTheirs: (subject) =>
      sql`(${invitations.acceptedBy} = ${subject.uid} or ${byEmail(sql`${invitations.email}`, subject)})`,
    columns: {
      email: emailHeading,
      role: '役割',
      associateId: '団体',
      staffRole: '団体での役割',
      createdAt: '招待された日時',
      expiresAt: '期限',
      acceptedAt: '引き受けた日時',
      withdrawnAt: '取り消された日時',
    },
    leftOut: { id: bookkeeping, tokenHash: secret, invitedBy: operators, acceptedBy: self },
  }),
  personal(approvals, {
    title: '役割の変更の依頼',
    isTheirs: (subject) =>
      sql`(${approvals.kind} = 'role' and (${approvals.subjectId} = ${subject.uid}
        or ${byEmail(sql`${approvals.change} ->> 'email'`, subject)}))`,
    columns: {
      kind: '種類',
      change: '変更',
      reason: '理由',
      state: '状態',
      askedAt: '依頼の日時',
      dueAt: '反映の予定',
      decidedAt: '結果の日時',
      decisionNote: 'メモ',
    },
    leftOut: {
      id: bookkeeping,
      subjectId: self,
      askedBy: operators,
      decidedBy: operators,
      askedDevice: operators,
      askedFrom: operators,
      decidedDevice: operators,
      decidedFrom: operators,
      shown: operators,
      digest: bookkeeping,
    },
  }),
  personal(mailPreferences, {
    title: 'メールの受け取り方',
    isTheirs: ({ uid }) => sql`${mailPreferences.uid} = ${uid}`,
    columns: { kind: '種類', isWanted: '受け取る' },
    leftOut: { uid: self },
  }),
  personal(legalConsents, {
    title: '同意した規約と、お知らせした規約',
    isTheirs: (subject) =>
      sql`((${legalConsents.subjectType} = 'user' and ${legalConsents.subjectId} = ${subject.uid})
        or (${legalConsents.subjectType} = 'application' and ${legalConsents.subjectId} in ${applicationNumbersOf(subject)}))`,
    columns: {
      subjectType: '会員登録か、お申し込みか',
      subjectId: '会員番号または申込番号',
      textKind: '規約の種類',
      version: '版（0ははじめの文面）',
      act: '同意か、お知らせか',
      at: '日時',
    },
  }),
  personal(savedViews, {
    title: '一覧に保存した表示',
    isTheirs: ({ uid }) => sql`${savedViews.uid} = ${uid}`,
    columns: { list: '一覧', name: '名前', query: '絞り込み', createdAt: createdAtHeading },
    leftOut: { id: bookkeeping, uid: self },
  }),
];
