import { Notice } from '#app/ui/notice.tsx';

/** In the place of a button that a mailed link without its token cannot press. */
export function BrokenLink() {
  return (
    <Notice kind="error" title="リンクを読み取れませんでした">
      リンクが途中で切れているようです。お手数ですが、メールのボタンをもう一度押すか、リンクの全体をコピーして開いてください。
    </Notice>
  );
}
