/** Changes of a person's sign-in, as the mail about them says. */
export const signInChanges = {
  password: 'パスワードを変更しました',
  'password-reset': 'パスワードを再設定しました',
  'totp-on': '認証アプリによる2段階認証を設定しました',
  'totp-off': '認証アプリによる2段階認証をやめました',
  'passkey-added': 'パスキーを追加しました',
  'passkey-removed': 'パスキーを削除しました',
  'recovery-codes': '予備コードを作り直しました',
  'recovery-code-used': '予備コードを使いました',
  'second-factor-reset': '運営の手続きで、2段階認証を解除しました',
  'new-device': '新しい端末からログインがありました',
} as const;
export type SignInChange = keyof typeof signInChanges;
