import type { AssociateDetail } from '#domain/associates/associate.ts';

/**
 * The structured data (schema.org) of an organisation; `publicUrl` is the site's address.
 * Facts that are missing are left out.
 */
export function structuredData(associate: AssociateDetail, publicUrl: string) {
  const { id, name, summary, address, foundedYear, websiteUrl } = associate;
  const page = `${publicUrl}/associate/${id}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'NGO',
    '@id': page,
    name,
    description: summary,
    url: page,
    image: `${publicUrl}/og/associate/${id}.png`,
    ...(address !== '' && {
      address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'JP' },
    }),
    ...(foundedYear !== null && { foundingDate: String(foundedYear) }),
    ...(websiteUrl !== '' && { sameAs: [websiteUrl] }),
  };
}
