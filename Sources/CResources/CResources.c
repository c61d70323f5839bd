#include "CResources.h"
