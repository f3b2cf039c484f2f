/** The heading instead of a status, when there was no response. */
export const unreachableTitle = '通信できませんでした';

type ErrorText = { message: string; explanation: string };

/** Messages that stay English (docs/product.md, Messages), each with the Japanese sentence below it. */
const texts: Record<number, ErrorText> = {
  0: {
    message: '電波の状態をご確認のうえ、もう一度お試しください。',
    explanation: '',
  },
  401: {
    message: 'Unauthorized',
    explanation: 'ログインの有効期限が切れています。お手数ですが、もう一度ログインしてください。',
  },
  403: {
    message: 'Forbidden',
    explanation:
      'このページを表示する権限がないため、ログアウトしました。別のアカウントでログインしてください。',
  },
  404: {
    message: 'This page could not be found',
    explanation:
      'お探しのページは見つかりませんでした。移動または削除されたか、アドレスが間違っている可能性があります。',
  },
  429: {
    message: '続けて検索されたため、少しお待ちいただいています。',
    explanation: '',
  },
  500: {
    message: 'Internal Server Error',
    explanation:
      'サーバーで問題が起きました。お手数ですが、少し時間をおいてから、もう一度お試しください。',
  },
  503: {
    message: 'Service Unavailable',
    explanation:
      'ただいまアクセスが集中しているか、準備中です。少し時間をおいてから、もう一度お試しください。',
  },
};

/**
 * The text of the error page: the given message, else the standard one for the status; an English one with a Japanese
 * sentence below.
 */
export function errorText(
  status: number,
  message?: string,
): { message: string; explanation?: string } {
  const standard = texts[status] ?? (texts[500] as ErrorText);
  const shown = message || standard.message;
  const isJapanese = /[\u3040-\u30ff\u4e00-\u9fff]/.test(shown);
  return { message: shown, explanation: isJapanese ? undefined : standard.explanation };
}
