import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import type { Route } from './+types/my-pledge-item-page.ts';
import type { Pledge, PledgeItem } from './pledge.ts';
import { authorName } from './pledge-author.ts';
import { itemName, PledgePicture } from './pledge-picture.tsx';
import { pledgeTitle } from './pledge-title.ts';

export const handle = {
  breadcrumb: ({ pledge, item }: { pledge: Pledge; item: PledgeItem }) => [
    { label: '#mypledge', to: '/my-pledge' },
    { label: `${authorName(pledge)}さん`, to: `/my-pledge/${pledge.id}` },
    { label: itemName(item.name) },
  ],
};

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { pledge, item } = args.loaderData;
  return pageMeta(args, {
    title: `${itemName(item.name)}（写真${pledge.items.findIndex(({ id }) => id === item.id) + 1}）：${pledgeTitle(pledge)}`,
    description: item.comment === '' ? pledge.text : item.comment,
    image: `/og/my-pledge/${pledge.id}.png`,
  });
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(services).pledges.findItem(params.mypledgeItemId);
  if (!found) throw data('This page could not be found', { status: 404 });
  return found;
}

export default function MyPledgeItem({ loaderData: { pledge, item } }: Route.ComponentProps) {
  const { items } = pledge;
  const place = items.findIndex(({ id }) => id === item.id);
  return (
    <article className="page-container py-10">
      <div className="mx-auto max-w-narrow">
        <PledgePicture
          item={item}
          sizes="(width >= 48rem) 700px, 94vw"
          isEarly
          isNamed
          className="h-auto w-full rounded-card border border-line bg-sand"
        />
        <h1 className="mt-6 font-sans">{itemName(item.name)}</h1>
        {item.comment !== '' && <Paragraphs text={item.comment} className="mt-2 text-lg" />}
        {items.length > 1 && <PreviousAndNext items={items} place={place} />}
        <p className="mt-8 flex flex-wrap items-center gap-4">
          <ButtonLink to={`/my-pledge/${pledge.id}`} variant="outline">
            {authorName(pledge)}さんの思いを読む
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}

function PreviousAndNext({ items, place }: { items: readonly PledgeItem[]; place: number }) {
  const [previous, next] = [items[place - 1], items[place + 1]];
  const linkClassName = 'inline-flex min-h-11 items-center gap-1 font-bold';
  return (
    <nav
      aria-label="この方の写真"
      className="mt-6 grid grid-cols-[1fr_auto_1fr] items-center border-y border-dashed border-line py-2"
    >
      <span>
        {previous && (
          <Link to={`/my-pledge/item/${previous.id}`} rel="prev" className={linkClassName}>
            <Icon name="chevron-left" />
            前の写真
          </Link>
        )}
      </span>
      <span className="text-sm text-ink-2 tabular-nums">
        {place + 1}/{items.length}
      </span>
      <span className="text-right">
        {next && (
          <Link to={`/my-pledge/item/${next.id}`} rel="next" className={linkClassName}>
            次の写真
            <Icon name="chevron-right" />
          </Link>
        )}
      </span>
    </nav>
  );
}
