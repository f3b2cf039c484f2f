import { useState } from 'react';
import { data, useRouteLoaderData } from 'react-router';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { services } from '#kit/pages/context.ts';
import { Logo } from '#kit/pages/logo.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { type PageSize, PrintPage } from '#kit/pages/print-page.tsx';
import { SampleNotice } from '#kit/pages/sample-notice.tsx';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Cover } from '#organisations/associates/cover.tsx';
import type { Route } from './+types/flyer-page.ts';
import { Flyer } from './flyer.tsx';

export const handle = { layout: 'print' };

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { associate } = args.loaderData;
  return pageMeta(args, {
    title: `${associate.name}のチラシ`,
    description: `${associate.name}を紹介する、A4一枚のチラシです。印刷して配ることができます。`,
    image: `/og/associate/${associate.id}.png`,
    isListed: false,
  });
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const flyer = await context.get(services).flyers.find(params.associateId);
  if (!flyer) throw data('This page could not be found', { status: 404 });
  return flyer;
}

/** The paper sizes of a flyer, and the scale of the A4 sheet on each. */
const papers: Record<PageSize, { label: string; scale: number }> = {
  A4: { label: 'A4', scale: 1 },
  A3: { label: 'A3（ポスター）', scale: Math.SQRT2 },
  A5: { label: 'A5（手渡し用）', scale: 0.704 },
  letter: { label: 'レター', scale: 0.94 },
  legal: { label: 'リーガル', scale: 1.02 },
};

const paperChoices = Object.entries(papers).map(([value, { label }]) => ({ value, label }));

/** A one-page flyer of an organisation, to be printed and handed out. */
export default function PdfAssociate({ loaderData }: Route.ComponentProps) {
  const site = useRouteLoaderData<{ isSample: boolean }>('root');
  const { associate, vision, address, asOf, qrCode } = loaderData;
  const [size, setSize] = useState<PageSize>('A4');
  return (
    <>
      <header className="border-b border-line bg-paper print:hidden">
        {site?.isSample && <SampleNotice />}
        <div className="page-container flex flex-wrap items-center justify-between gap-3 py-3">
          <ButtonLink to={`/associate/${associate.id}`} variant="outline" size="small">
            <Icon name="chevron-left" />
            団体のページへ戻る
          </ButtonLink>
          <p className="text-sm text-ink-2">{papers[size].label}・横向きで印刷してください。</p>
          <label htmlFor="paper" className="flex items-center gap-2 text-sm noscript:hidden">
            用紙
            <SelectInput
              id="paper"
              choices={paperChoices}
              value={size}
              onChange={(event) => setSize(event.currentTarget.value as PageSize)}
            />
          </label>
          <Button size="small" className="noscript:hidden" onClick={() => window.print()}>
            <Icon name="print" />
            印刷する
          </Button>
        </div>
      </header>
      <PrintPage size={size} paddingMm={0}>
        <div
          className="relative h-[209.9mm] w-[297mm] p-[10mm]"
          style={{ zoom: papers[size].scale }}
        >
          <div className="absolute inset-y-0 left-0 w-[88mm]">
            <Cover
              associateId={associate.id}
              challengeId={associate.socialChallenges[0]}
              image={associate.coverImage}
              sizes="88mm"
              className="h-full"
              patch="w-[72%]"
            />
            <div className="absolute inset-x-0 bottom-0 bg-paper px-[8mm] py-[4mm]">
              <p className="text-[11pt] leading-[1.5] font-bold">
                着なくなった一着を、
                <br />
                次の誰かへのたすきに。
              </p>
              <Logo />
            </div>
          </div>
          <div className="ml-[88mm] h-full">
            <Flyer
              associate={associate}
              vision={vision}
              address={address}
              asOf={asOf}
              code={
                <svg
                  viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
                  role="img"
                  aria-label={`${associate.name}への寄付のお申し込みページのQRコード`}
                  className="mx-auto block size-[46mm] bg-white"
                >
                  <path d={qrCode.path} shapeRendering="crispEdges" />
                </svg>
              }
            />
          </div>
        </div>
      </PrintPage>
    </>
  );
}
