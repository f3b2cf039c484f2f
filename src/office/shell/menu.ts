import { may } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { adminScreens, type Place, places, type Screen } from './screens.ts';

/** A place with the screens that a role may enter. */
export type MenuPlace = { place: Place; label: string; screens: readonly Screen[] };

/** The places that a role may enter. */
export const menuOf = (role: Role | undefined): MenuPlace[] =>
  (Object.entries(places) as [Place, string][]).flatMap(([place, label]) => {
    const screens = adminScreens.filter(
      (screen) => screen.place === place && may(role, screen.permission),
    );
    return screens.length > 0 ? [{ place, label, screens }] : [];
  });

/** Word of a screen's tab. */
export const tabOf = ({ tab, label }: Screen) => tab ?? label;
