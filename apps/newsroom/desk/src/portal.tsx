import type { ReactElement } from 'react';
import { startPage } from './api/start-page.tsx';
import { View } from './shell/View.tsx';

function Portal(): ReactElement {
  return (
    <main>
      <View title="Your contributions">{null}</View>
    </main>
  );
}

startPage(<Portal />);
