import { FramedTable } from '#kit/ui/framed-table.tsx';
import type { Column } from '#kit/ui/table.tsx';

type Stored = { what: string; purpose: string; until: string };

/**
 * Everything the site stores in a browser: the sign-in cookie and the data of src/people/session and
 * src/kit/forms.
 */
const stored: readonly Stored[] = [
  {
    what: 'ログインのCookie',
    purpose: 'ログインした状態を保つため。画面の中のプログラムからは読めません。',
    until: 'ログアウト、または有効期限まで',
  },
  {
    what: '外部のサービスでログインする途中のCookie',
    purpose:
      'ほかのサービスでログインした方が、同じブラウザーから戻られたことを確かめるため。内容は暗号にしてあります。',
    until: '戻られたとき、または15分まで',
  },
  {
    what: 'ログイン中の目印',
    purpose: '開いているほかの画面に、ログインやログアウトを伝えるため。',
    until: 'ログアウトまで',
  },
  {
    what: '入力の途中の内容',
    purpose:
      '画面を閉じても、続きから入力できるようにするため。パスワードは含みません。運営者には送られません。',
    until:
      '入力を始めてから24時間、または送信・ログアウトまで。共用のパソコンを選ばれたときは残しません。',
  },
  {
    what: '直前のお申し込みの控え',
    purpose: '受付の画面をもう一度お見せし、その内容で会員登録できるようにするため。',
    until: '登録、ログアウト、または画面を閉じるまで',
  },
  {
    what: '最後のお申し込みの番号',
    purpose: '同じお申し込みを、別の画面から続けて送る前にお確かめするため。',
    until: '30分、またはログアウトまで。共用のパソコンを選ばれたときは残しません。',
  },
  {
    what: '送信と案内の記録',
    purpose:
      '同じ内容を二重に送らないため、寄付のご案内を一度だけ開くため、共用のパソコンであることを覚えておくため。',
    until: '画面を閉じるまで',
  },
];

const columns: Column<Stored>[] = [
  { label: '保存するもの', isRowHeader: true, cell: ({ what }) => what },
  { label: '目的', cell: ({ purpose }) => purpose },
  { label: 'いつまで', cell: ({ until }) => until },
];

/** Set only while ANALYTICS names Google. */
const googleCookies: Stored = {
  what: 'GoogleアナリティクスのCookie',
  purpose: '同じブラウザーからの閲覧をまとめて数えるため。お名前などとは結びつけません。',
  until: '最長で2年',
};

/** The data stored in the visitor's browser, with purpose and lifetime. */
export function StoredInBrowser({ hasGoogle }: { hasGoogle: boolean }) {
  return (
    <FramedTable
      caption="ブラウザーに保存するもの"
      columns={columns}
      rows={hasGoogle ? [...stored, googleCookies] : stored}
      rowKey={({ what }) => what}
    />
  );
}
