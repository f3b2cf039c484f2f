import { createHash } from 'node:crypto';
import type { Associate, AssociateDetail } from '#organisations/associates/associate.ts';
import type { WidgetSize } from '#organisations/associates/website-widget.ts';
import { widgetPage, widgetWithoutAssociate } from './widget-page.server.ts';

/** A small document with its etag. */
export type Widget = { isFound: boolean; html: string; etag: string };

export const etagOfText = (text: string) =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** Widgets for organisations' own websites. */
export const widgets = ({
  associates,
}: {
  associates: {
    directory(): Promise<{ byId: ReadonlyMap<string, Associate> }>;
    find(id: string): Promise<Pick<AssociateDetail, 'deliveredYen'> | undefined>;
  };
}) => ({
  async find(associateId: string, size: WidgetSize): Promise<Widget> {
    const associate = (await associates.directory()).byId.get(associateId);
    const deliveredYen = (associate && (await associates.find(associateId)))?.deliveredYen ?? null;
    const html = associate
      ? widgetPage({ ...associate, deliveredYen }, size)
      : widgetWithoutAssociate(size);
    return { isFound: associate !== undefined, html, etag: etagOfText(html) };
  },
});
