import { Panel } from '#kit/lists/panel.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import type { KitReview } from '#warehouse/kits/kit-batch.ts';
import { DownloadButton } from './download-button.tsx';

/** The files for the carriers' programs, with the number of slips to correct first. */
export function BatchFiles({
  path,
  toMend,
}: {
  path: string;
  toMend: KitReview['toMend'] | undefined;
}) {
  const file = (layout: string, encoding = 'utf8') =>
    `${path}/file?layout=${layout}&encoding=${encoding}`;
  const counts = [
    ['ヤマト', toMend?.yamato ?? 0],
    ['佐川', toMend?.sagawa ?? 0],
  ] as const;
  const waiting = counts.filter(([, count]) => count > 0);
  return (
    <Panel title="送り状のファイル">
      <div className="grid gap-3">
        {waiting.length > 0 && (
          <Notice title="直すところがあります">
            <p>
              {waiting.map(([name, count]) => `${name} ${count}件`).join('、')}
              に、送り状に入らない住所や使えない字があります。下の一覧で「直す」と書かれた行を開いてください。すぐに直せないものは、束から外せます。
            </p>
          </Notice>
        )}
        <DownloadButton path={file('b2cloud')} fileName="b2cloud.csv">
          ヤマト B2クラウド
        </DownloadButton>
        <DownloadButton path={file('e-hiden3')} fileName="e-hiden3.csv">
          佐川 e飛伝III
        </DownloadButton>
        <DownloadButton path={file('free')} fileName="free.csv">
          自由な形式（UTF-8）
        </DownloadButton>
        <DownloadButton path={file('free', 'shift_jis')} fileName="free.csv">
          自由な形式（Shift_JIS）
        </DownloadButton>
        <Disclosure summary="ゆうパックプリントRで使うとき">
          <p className="text-sm">
            自由な形式（Shift_JIS）を使います。ゆうパックプリントRの「取込フィルタ」で、見出しの「お届け先郵便番号」から「お届け時間帯」までを同じ名前の欄に、「お客様管理番号」を「お客様側管理番号」に割り当ててください。割り当てはゆうパックプリントRが覚えます。
          </p>
        </Disclosure>
      </div>
    </Panel>
  );
}
