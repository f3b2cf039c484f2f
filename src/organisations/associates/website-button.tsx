import { useId, useState } from 'react';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import {
  type WidgetSize,
  widgetPath,
  widgetSandbox,
  widgetSizes,
  widgetSnippet,
} from './website-widget.ts';

type WebsiteButtonProps = { associateId: string; name: string; publicUrl: string };

/** The material for an organisation to ask for clothes elsewhere: a website button, a flyer and a QR code. */
export function WebsiteButton(associate: WebsiteButtonProps) {
  return (
    <section aria-labelledby="website-ways">
      <h2 id="website-ways" className="mb-5 font-sans text-xl">
        ホームページやチラシでのご案内
      </h2>
      <ButtonForWebsite {...associate} />
      <PrintedWays {...associate} />
    </section>
  );
}

const sizeNames: Record<WidgetSize, string> = { button: 'ボタン', card: 'カード' };
const sizes = Object.keys(sizeNames) as WidgetSize[];

function ButtonForWebsite({ associateId, name, publicUrl }: WebsiteButtonProps) {
  const [size, setSize] = useState<WidgetSize>('button');
  const snippet = widgetSnippet({ publicUrl, associateId, name, size });
  return (
    <div className="grid gap-6 narrow:grid-cols-2">
      <div className="min-w-0">
        <h3 className="font-sans text-lg">ホームページに置くボタン</h3>
        <p className="mt-1 text-sm text-ink-2">
          今月のご寄付の件数と、お申し込みページへのボタンが表示されます。訪れた方の情報は集めません。
        </p>
        <SizeChoice size={size} onChoose={setSize} />
        <p className="mt-5 mb-2 text-sm font-bold text-ink-2">見え方</p>
        <iframe
          key={size}
          title={`${name}のホームページでの見え方`}
          src={widgetPath(associateId, size)}
          sandbox={widgetSandbox}
          referrerPolicy="no-referrer"
          loading="lazy"
          {...widgetSizes[size]}
          className="max-w-full border-0"
        />
      </div>
      <Snippet text={snippet} />
    </div>
  );
}

function SizeChoice({
  size,
  onChoose,
}: {
  size: WidgetSize;
  onChoose: (size: WidgetSize) => void;
}) {
  const name = useId();
  return (
    <fieldset className="mt-4">
      <legend className="text-sm font-bold">大きさ</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {sizes.map((one) => (
          <label key={one} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-5 accent-coral"
              checked={size === one}
              onChange={() => onChoose(one)}
            />
            {sizeNames[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Snippet({ text }: { text: string }) {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast('コードをコピーしました。');
    } catch {
      showToast('コピーできませんでした。コードを選んでコピーしてください。');
    }
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block font-bold">
        ホームページに貼り付けるコード
      </label>
      <p id={`${id}-help`} className="text-sm text-ink-2">
        ボタンを置きたいところに、そのまま貼り付けてください。スクリプトが使えないときは、リンクが表示されます。
      </p>
      <textarea
        id={id}
        aria-describedby={`${id}-help`}
        className="control mt-2 block font-mono text-sm"
        rows={8}
        readOnly
        spellCheck={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="outline" size="small" className="mt-3" onClick={copy}>
        <Icon name="copy" />
        コードをコピーする
      </Button>
    </div>
  );
}

function PrintedWays({ associateId, name }: WebsiteButtonProps) {
  const file = `/qr/associate/${associateId}`;
  return (
    <div className="mt-10 flex flex-wrap items-start gap-6">
      <img
        src={`${file}.svg`}
        alt={`${name}へのお申し込みページのQRコード`}
        width={144}
        height={144}
        loading="lazy"
        className="rounded-lg border border-line"
      />
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-sans text-lg">チラシとQRコード</h3>
        <p className="mt-1 text-sm text-ink-2">
          QRコードを読み取ると、お申し込みページが開きます。会報やポスターにもお使いください。
        </p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={`/pdf/associate/${associateId}`} variant="outline" size="small">
            <Icon name="print" />
            チラシを印刷する
          </ButtonLink>
          {(['png', 'svg'] as const).map((type) => (
            <ButtonLink
              key={type}
              href={`${file}.${type}`}
              download={`qr-${associateId}.${type}`}
              variant="outline"
              size="small"
            >
              <Icon name="download" />
              {`QRコード（${type.toUpperCase()}）`}
            </ButtonLink>
          ))}
        </div>
      </div>
    </div>
  );
}
