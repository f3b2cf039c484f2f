import { Notice } from '#kit/ui/notice.tsx';

/** Replaces the button of a mailed link whose token is missing. */
export function BrokenLink() {
  return (
    <Notice kind="error" title="リンクを読み取れませんでした">
      リンクが途中で切れているようです。お手数ですが、メールのボタンをもう一度押すか、リンクの全体をコピーして開いてください。
    </Notice>
  );
}
