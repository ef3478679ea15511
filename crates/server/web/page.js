// Pages to read that have nothing to enliven but the settings.

import { settingMenu } from "tengen/setting.js";

settingMenu(() => {}, null);
