import type { ReactElement } from 'react';
import { Route, Router, Switch } from 'wouter';
import { startPage } from './shell/start-page.tsx';
import { Draft, NewContribution, Notifications, OwnContribution, OwnWork, SignInSecurity } from './portal/views.ts';
import { PortalShell } from './portal/PortalShell.tsx';

function Portal(): ReactElement {
  return (
    <Router base="/portal">
      <PortalShell>
        <Switch>
          <Route path="/new" component={NewContribution} />
          <Route path="/contributions/:id">{({ id }) => <OwnContribution id={id} />}</Route>
          <Route path="/drafts/:id">{({ id }) => <Draft id={id} />}</Route>
          <Route path="/you/notifications" component={Notifications} />
          <Route path="/you/security" component={SignInSecurity} />
          <Route component={OwnWork} />
        </Switch>
      </PortalShell>
    </Router>
  );
}

startPage(<Portal />);
