# What is installed beside the programs, and Debian packages of it by CPack: `sideline` (programs without a window),
# `sideline-mpi` (training on several machines), `sideline-studio` and `python3-sideline`. Data is found relative to
# the programs, so any prefix will do.

install(DIRECTORY docs examples DESTINATION share/sideline COMPONENT tools USE_SOURCE_PERMISSIONS)
install(FILES packaging/completion.bash RENAME sideline
  DESTINATION share/bash-completion/completions COMPONENT tools)

if(SIDELINE_MUJOCO)
  install(FILES "${MuJoCo_LIBRARY}" DESTINATION lib/sideline COMPONENT tools)
  install(DIRECTORY "${MuJoCo_LICENSES}/" DESTINATION share/doc/sideline/mujoco COMPONENT tools)
  list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${SIDELINE_MUJOCO_ROOT}/lib")
endif()

set(package_components tools)
if(TARGET sideline-mpi)
  list(APPEND package_components mpi)
endif()
if(TARGET sideline_gym)
  list(APPEND package_components python)
  math(EXPR next_python "${SIDELINE_PYTHON_MINOR} + 1") # the module is of one version of Python
endif()
if(SIDELINE_WITH_QT)
  list(APPEND package_components studio)
  if(NOT SIDELINE_RELEASE_DATE)
    string(TIMESTAMP SIDELINE_RELEASE_DATE "%Y-%m-%d" UTC)
  endif()
  configure_file(packaging/sideline-studio.metainfo.xml "${PROJECT_BINARY_DIR}/packaging/sideline-studio.metainfo.xml" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/packaging/sideline-studio.metainfo.xml"
    DESTINATION share/metainfo COMPONENT studio)
  install(FILES packaging/sideline-studio.desktop DESTINATION share/applications COMPONENT studio)
  install(FILES packaging/sideline.mime.xml RENAME sideline.xml DESTINATION share/mime/packages COMPONENT studio)
  install(FILES widgets/icons/sideline.svg DESTINATION share/icons/hicolor/scalable/apps COMPONENT studio)
  install(FILES widgets/icons/sideline.svg RENAME application-x-sideline.svg
    DESTINATION share/icons/hicolor/scalable/mimetypes COMPONENT studio)
endif()

# Manual pages, from what --help says.
if(SIDELINE_PACKAGING)
  find_program(SIDELINE_HELP2MAN help2man REQUIRED)
  set(man "${PROJECT_BINARY_DIR}/packaging/man")
  set(programs sideline)
  if(SIDELINE_WITH_QT)
    list(APPEND programs sideline-studio)
  endif()
  add_custom_target(sideline_man ALL
    COMMAND "${PROJECT_SOURCE_DIR}/packaging/man-pages" "${man}" ${PROJECT_VERSION} "${SIDELINE_HELP2MAN}"
            "$<TARGET_FILE:sideline>" "$<$<BOOL:${SIDELINE_WITH_QT}>:$<TARGET_FILE:sideline-studio>>"
    DEPENDS ${programs} packaging/man-pages VERBATIM COMMENT "Writing manual pages")
  install(DIRECTORY "${man}/tools/" DESTINATION share/man/man1 COMPONENT tools)
  if(SIDELINE_WITH_QT)
    install(DIRECTORY "${man}/studio/" DESTINATION share/man/man1 COMPONENT studio)
  endif()
  # Debian's files for each package: license and changes.
  foreach(component IN LISTS package_components)
    if(component STREQUAL tools)
      set(name sideline)
    elseif(component STREQUAL python)
      set(name python3-sideline)
    else()
      set(name sideline-${component})
    endif()
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
    install(FILES packaging/copyright DESTINATION share/doc/${name} COMPONENT ${component})
    install(FILES "${man}/changelog.gz" DESTINATION share/doc/${name} COMPONENT ${component})
  endforeach()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sideline)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Sideline developers <sideline@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL ${package_components})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(same_version "(= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "tools for teams of the RoboCup 3D soccer simulation
 Simulator, match server, agents, series of games, training of motions, and
 readers of logs and motion files, as programs without a window. They work
 with rcssserver3d and with any team's agents.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "sideline-studio, bash-completion")
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "sideline-mpi, python3-sideline")
set(CPACK_DEBIAN_MPI_DESCRIPTION "training of robot motions on several machines
 Lets sideline's training run under Open MPI, started by mpirun or by Slurm.")
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "sideline ${same_version}, openmpi-bin")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "Gymnasium environments of robot soccer for Python
 Vectorized environments over the tasks of sideline's training, with the
 simulator in the same process.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "sideline ${same_version}, python3 (>= 3.${SIDELINE_PYTHON_MINOR}), python3 (<< 3.${next_python}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_STUDIO_DESCRIPTION "studio for teams of the RoboCup 3D soccer simulation
 Replays, simulates and examines matches of the RoboCup 3D Soccer Simulation
 League, debugs localization and decisions, edits motions and starts teams.")
set(CPACK_DEBIAN_STUDIO_PACKAGE_DEPENDS
  "sideline ${same_version}, qt6-qpa-plugins, libqt6svg6, libgl1-mesa-dri, fonts-dejavu-core")
include(CPack)
