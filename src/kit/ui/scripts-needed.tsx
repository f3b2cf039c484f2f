/** Says, where scripts are disabled, that this part of the page needs them. */
export function ScriptsNeeded({ className = '' }: { className?: string }) {
  return (
    <noscript>
      <p className={`rounded-tile bg-honey-soft px-5 py-3 ${className}`}>
        この画面を使うにはJavaScriptが必要です。ブラウザーの設定で有効にしてください。
      </p>
    </noscript>
  );
}
