import { describe, expect, it } from 'vitest';
import { render, template } from './helm.ts';
import { workloadsOf } from './kubernetes-object.ts';
import { findWrongValues } from './strict-schema.ts';

const singleSignOn = {
  issuer: 'https://login.plant.example/realms/plant',
  clientID: 'cell-7',
  roleClaim: 'realm_access.roles',
  roles: { 'cell-operators': ['connectToRobot'] },
};

describe('singleSignOn', () => {
  it('reaches identity, with the client secret from the secret of the release, and no other pod', () => {
    for (const profile of ['cell', 'fleet']) {
      const objects = render({ values: { profile, singleSignOn } });
      expect(findWrongValues(objects)).toEqual([]);
      const owners = workloadsOf(objects).filter((object) => JSON.stringify(object).includes('OIDC_'));
      expect(owners.map(({ component }) => component)).toEqual(['identity']);
      const text = JSON.stringify(owners[0]);
      for (const value of [singleSignOn.issuer, singleSignOn.clientID, singleSignOn.roleClaim])
        expect(text).toContain(JSON.stringify(value));
      expect(text).toContain(JSON.stringify(JSON.stringify(singleSignOn.roles)));
      expect(text).toMatch(/"key":"oidc-client-secret","optional":true/);
    }
  });

  it.each([
    ['without a client', { ...singleSignOn, clientID: '' }, 'singleSignOn.clientID is required'],
    ['in clear', { ...singleSignOn, issuer: 'http://login.plant.example' }, 'issuer'],
    ['with an unknown permission', { ...singleSignOn, roles: { a: ['root'] } }, 'roles'],
  ])('refuses values %s', (_, values, words) => {
    const answer = template({ values: { singleSignOn: values } });
    expect(answer.ok).toBe(false);
    expect(answer.output).toContain(words);
  });
});
