/** How the sent data is used, shown beside the button. */
export function Consent() {
  return (
    <p className="text-sm text-ink-2">
      お送りいただいた内容は、
      <a
        href="/privacy"
        target="_blank"
        rel="noopener"
        className="inline-block py-1 text-coral-dark underline"
      >
        プライバシーポリシー<span className="sr-only">（新しいタブで開きます）</span>
      </a>
      に沿って、お返事のためだけに使います。
    </p>
  );
}
