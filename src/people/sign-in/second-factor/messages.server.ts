// Messages for a failed second step.

export const wrongCodeMessage = '認証コードが正しくありません。もう一度お確かめください。';
export const wrongRecoveryCodeMessage = '予備コードが正しくありません。もう一度お確かめください。';
export const expiredMessage =
  '認証の時間が切れました。お手数ですが、もう一度ログインしてください。';
export const tooManyWrongMessage =
  '続けて間違えたため、認証を中止しました。お手数ですが、もう一度ログインしてください。';
export const passkeyMessage =
  'パスキーを確かめられませんでした。お手数ですが、もう一度お試しください。';
